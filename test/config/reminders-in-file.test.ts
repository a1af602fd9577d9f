import { describe, expect, test } from 'vitest';
import { parseMonitorFile } from '../../src/config/monitor-file.ts';

const channels = `channels:
  - { id: mail, type: slack, url: "http://h" }
  - { id: pager, type: slack, url: "http://h" }
`;

function read(text: string) {
  const errors: string[] = [];
  const file = parseMonitorFile(channels + text, {}, errors, {
    intervalMs: 30_000,
    downAfterMs: 120_000,
  });
  return { file, errors };
}

const minute = 60_000;

describe('reminders of monitor.yaml', () => {
  test.each([
    ['', { everyMs: 30 * minute, backOff: 2, longestMs: 240 * minute }],
    ['reminders: off', null],
    ['reminders: { every: 10m }', { everyMs: 10 * minute, backOff: 2, longestMs: 240 * minute }],
    ['reminders: { every: 6h }', { everyMs: 360 * minute, backOff: 2, longestMs: 360 * minute }],
    ['reminders: { backOff: 1, longest: 30m }', { everyMs: 30 * minute, backOff: 1, longestMs: 30 * minute }],
  ])('%j is read', (text, reminders) => {
    const { file, errors } = read(text);
    expect(errors).toEqual([]);
    expect(file.reminding.reminders).toEqual(reminders);
  });

  test('an escalation is read in the order of its times, and a route may have its own of both', () => {
    const { file, errors } = read(`escalate:
  - { after: 15m, channels: [pager] }
  - { after: 45m, channels: [mail, pager] }
routes:
  - { channels: [mail], reminders: off, escalate: [] }
  - { channels: [mail] }
`);
    expect(errors).toEqual([]);
    expect(file.reminding.escalation).toEqual([
      { afterMs: 15 * minute, channels: ['pager'] },
      { afterMs: 45 * minute, channels: ['mail', 'pager'] },
    ]);
    expect(file.routes?.routes).toEqual([
      { match: {}, channels: ['mail'], reminders: null, escalation: [] },
      { match: {}, channels: ['mail'] },
    ]);
  });

  test.each([
    [
      'reminders: on',
      'reminders: must be off, or a map with "every", "backOff" and "longest", such as { every: 30m }',
    ],
    ['reminders: { every: soon }', 'reminders.every: must be a duration such as 250ms, 30s, 2m or 6h'],
    ['reminders: { every: 2h, longest: 1h }', 'reminders.longest: must not be shorter than "every"'],
    [
      'reminders: { backOff: 0.5 }',
      'reminders.backOff: must be a number from 1 to 10: 2 makes each wait twice as long as the one before',
    ],
    ['escalate: { after: 15m }', 'escalate: must be a list such as [{ after: 15m, channels: [pager] }]'],
    [
      'escalate: [{ after: 45m, channels: [mail] }, { after: 15m, channels: [pager] }]',
      'escalate[1].after: must not be shorter than that of the step before: it counts from the beginning too',
    ],
    ['escalate: [{ after: 15m, channels: [boss] }]', 'escalate[0].channels: there is no channel "boss"'],
    [
      'routes: [{ channels: [mail], escalate: [{ after: 1m, channels: [boss] }] }]',
      'routes[0].escalate[0].channels: there is no channel "boss"',
    ],
  ])('%j is refused', (text, error) => {
    expect(read(text).errors).toEqual([error]);
  });
});
