import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatMessage } from '../../../src/channels/wording/format-message.ts';
import { exactJson } from '../../../src/domain/exact-json.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const { taken } = JSON.parse(readFileSync(new URL('../../wire/names.json', import.meta.url), 'utf8')) as {
  taken: { kept: string }[];
};
const names = taken.map(({ kept }) => kept);

describe('the words of a message', () => {
  test('a Down tells what fell silent, since when, when it was seen, and what was last heard', () => {
    expect(formatMessage(incidentMessage())).toEqual({
      subject: '[Down] checkout (production): silent since 03:12:04 UTC',
      topic: 'checkout (production) since 2026-11-21 03:12:04 UTC',
      linkText: 'Open the incident',
      summary: 'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      facts: [
        { name: 'Service', value: 'checkout' },
        { name: 'Environment', value: 'production' },
        { name: 'Last heartbeat', value: '2026-11-21 03:12:04 UTC' },
        { name: 'Detected', value: '2026-11-21 03:14:06 UTC, after 2 min 2 s' },
        { name: 'Instances', value: '2 Down' },
      ],
      lastSeen: [
        {
          instance: 'web-1:8080, 2026-11-21 03:12:04 UTC',
          facts: [
            { name: 'CPU', value: '97.3 %' },
            { name: 'Memory', value: '1,843.4 MB' },
            { name: 'Requests', value: '1,280 per min' },
            { name: 'Active connections', value: '41' },
            { name: 'queue_depth', value: '7' },
          ],
        },
      ],
    });
  });

  test('a test says that it is one, and speaks of no service', () => {
    const words = formatMessage(incidentMessage({ kind: 'test' }));
    expect(words.subject).toBe('[Test] Service Monitor: this channel works');
    expect(words.facts).toEqual([{ name: 'Sent', value: '2026-11-21 03:12:04 UTC' }]);
    expect(JSON.stringify(words)).not.toContain('checkout');
  });

  test('a service with too few instances is down, not silent', () => {
    const instances = { Pending: 0, Healthy: 1, Degraded: 0, Down: 2, Recovered: 0 };
    const words = formatMessage(incidentMessage({ instances }));
    expect(words.subject).toBe('[Down] checkout (production): down since 03:12:04 UTC');
    expect(words.summary).toBe('checkout in production is down since 2026-11-21 03:12:04 UTC.');
    expect(words.facts.at(-1)).toEqual({ name: 'Instances', value: '2 Down, 1 Healthy (3 in all)' });
  });

  test('a service that is down for want of instances says how many it needs, and of no silence', () => {
    const instances = { Pending: 0, Healthy: 1, Degraded: 0, Down: 2, Recovered: 0 };
    const short = { instances, minInstances: 2, silentMs: 300_000 };
    const words = formatMessage(incidentMessage(short));
    const why = '1 of at least 2 instances alive';
    expect(words.subject).toBe(`[Down] checkout (production): down since 03:12:04 UTC, ${why}`);
    expect(words.summary).toBe(`checkout in production is down since 2026-11-21 03:12:04 UTC: ${why}.`);
    const again = formatMessage(incidentMessage({ ...short, relapses: 1 }));
    expect(again.subject).toMatch(
      /: down again, 2nd time, since 03:12:04 UTC, 1 of at least 2 instances alive$/,
    );
    expect(again.facts).toContainEqual({ name: 'Down so far', value: '5 min' });
    expect(again.facts).toContainEqual({ name: 'Needed', value: 'at least 2 alive' });
    const end = formatMessage(resolvedMessage({ ...short, relapses: 1 }));
    for (const { subject, summary, facts } of [words, again, end])
      expect(JSON.stringify([subject, summary, facts])).not.toMatch(/silent/i);
  });

  test('the end tells how long it took', () => {
    const words = formatMessage(resolvedMessage({ relapses: 0 }));
    expect(words.subject).toBe('[Resolved] checkout (production): back after 4 min 12 s');
    expect(words.summary).toBe('checkout in production is back after an outage of 4 min 12 s.');
    expect(words.facts).toContainEqual({ name: 'Back since', value: '2026-11-21 03:16:16 UTC' });
    expect(words.facts).toContainEqual({ name: 'Outage', value: '4 min 12 s' });
  });

  test('an outage that ended without a heartbeat is over, and nothing is said to be back', () => {
    const words = formatMessage(resolvedMessage({ recoveredAtMs: null, outageMs: null }));
    expect(words.subject).toBe('[Resolved] checkout (production): outage is over');
    expect(JSON.stringify(words)).not.toContain('ack');
  });

  test('the end of several outages tells how many they were, and how long it was silent in all', () => {
    const words = formatMessage(resolvedMessage({ relapses: 6, outageMs: 11_520_000, silentMs: 3_900_000 }));
    expect(words.subject).toBe('[Resolved] checkout (production): back after 3 h 12 min with 7 outages');
    expect(words.summary).toBe(
      'checkout in production is back. It was down 7 times in 3 h 12 min, silent for 1 h 5 min of it.',
    );
    expect(words.facts).toContainEqual({ name: 'Outages', value: '7 since 2026-11-21 03:12:04 UTC' });
  });

  const again = { silentSinceMs: Date.UTC(2026, 10, 21, 3, 40), detectedAtMs: Date.UTC(2026, 10, 21, 3, 42) };

  test.each([
    [1, '2nd'],
    [2, '3rd'],
    [3, '4th'],
    [10, '11th'],
    [12, '13th'],
    [20, '21st'],
  ])('a Down after %i others says that it is so again, and since when', (relapses, times) => {
    const words = formatMessage(incidentMessage({ ...again, relapses }));
    expect(words.subject).toBe(
      `[Down] checkout (production): silent again, ${times} time, since 03:40:00 UTC`,
    );
    expect(words.summary).toBe(
      `checkout in production is down again since 2026-11-21 03:40:00 UTC, the ${times} time since 2026-11-21 03:12:04 UTC.`,
    );
    expect(words.facts).toContainEqual({ name: 'Last heartbeat', value: '2026-11-21 03:40:00 UTC' });
    expect(words.facts).toContainEqual({ name: 'Detected', value: '2026-11-21 03:42:00 UTC, after 2 min' });
  });

  test('a long silence of one that flaps says how long it is', () => {
    const silent = { silentMs: 25 * 60_000, ownSilentMs: 15 * 60_000 };
    const detectedAtMs = Date.UTC(2026, 10, 21, 3, 55, 33);
    const long = { ...again, ...silent, detectedAtMs, relapses: 6, flaps: true };
    const words = formatMessage(incidentMessage(long));
    expect(words.subject).toBe('[Down] checkout (production): silent for 15 min now, 7th time');
    expect(words.summary).toContain('flaps, and has now been down without a break for 15 min');
    expect(words.facts).toContainEqual({ name: 'Silent so far', value: '25 min' });
  });

  test('a recovery says when it is the end', () => {
    const back = {
      kind: 'recovering',
      recoveredAtMs: Date.UTC(2026, 10, 21, 3, 16, 16),
      outageMs: 252_000,
    } as const;
    const words = formatMessage(
      incidentMessage({ ...back, quietUntilMs: Date.UTC(2026, 10, 21, 3, 18, 16) }),
    );
    expect(words.subject).toBe(
      '[Recovered] checkout (production): heartbeats again after 4 min 12 s, watching',
    );
    expect(words.summary).toBe(
      'checkout in production sends heartbeats again after 4 min 12 s. The incident is resolved at 2026-11-21 03:18:16 UTC if it stays on time.',
    );
    expect(formatMessage(incidentMessage(back)).summary).not.toContain('resolved');
  });

  test('flapping tells how often, and what is told from then on', () => {
    const words = formatMessage(incidentMessage({ kind: 'flapping', relapses: 2 }));
    expect(words.subject).toBe('[Flapping] checkout (production): down 3 times since 03:12:04 UTC');
    expect(words.summary).toContain('summarised once an hour; an outage of 15 minutes is reported at once');
    const first = formatMessage(incidentMessage({ kind: 'flapping' }));
    expect(first.subject).toBe(
      '[Flapping] checkout (production): down again since 03:12:04 UTC, one of many times',
    );
  });

  test('the summary of an hour tells how often and how long', () => {
    const hour = { fromMs: Date.UTC(2026, 10, 21, 4), downs: 7, silentMs: 21 * 60_000 };
    const words = formatMessage(incidentMessage({ kind: 'flapping', relapses: 12, hour }));
    expect(words.subject).toBe(
      '[Flapping] checkout (production): down 7 times in the last hour, silent for 21 min of it',
    );
    const once = formatMessage(
      incidentMessage({ kind: 'flapping', relapses: 12, hour: { ...hour, downs: 1 } }),
    );
    expect(once.subject).toContain('down once in the last hour');
  });

  test('all messages of an incident share their topic', () => {
    const kinds = ['down', 'recovering', 'flapping'] as const;
    const topics = [...kinds.map((kind) => incidentMessage({ kind })), resolvedMessage()].map(
      (message) => formatMessage(message).topic,
    );
    expect(new Set(topics).size).toBe(1);
  });

  test('names from outside become one clean line', () => {
    const serviceName = 'pay\r\nBcc: all@example.com\u0000\u202egnp\u2066\u200b \ud800';
    const { subject } = formatMessage(incidentMessage({ serviceName }));
    expect(subject).toBe(
      '[Down] pay Bcc: all@example.com gnp \ufffd (production): silent since 03:12:04 UTC',
    );
  });

  test('metrics that fit no line are left out, and many are cut', () => {
    const values = { nested: { a: 1 }, list: [1], none: null, ok: true, text: 'a\nb', ...countedKeys(50) };
    const [seen] = formatMessage(
      incidentMessage({ lastMetrics: [{ instanceKey: 'i', hostname: 'h-1', receivedAtMs: null, values }] }),
    ).lastSeen;
    expect(seen?.instance).toBe('i on h-1');
    expect(seen?.facts).toHaveLength(12);
    expect(seen?.facts.slice(0, 2)).toEqual([
      { name: 'ok', value: 'yes' },
      { name: 'text', value: 'a b' },
    ]);
  });

  test('a number is told with every digit that was sent', () => {
    const values = exactJson.parse('{"requests_per_minute":9223372036854775807,"x":1E2}') as Record<
      string,
      unknown
    >;
    const lastMetrics = [{ instanceKey: 'i', hostname: null, receivedAtMs: null, values }];
    expect(formatMessage(incidentMessage({ lastMetrics })).lastSeen[0]?.facts).toEqual([
      { name: 'Requests', value: '9,223,372,036,854,775,807 per min' },
      { name: 'x', value: '100' },
    ]);
  });

  test.each(names)('the name %s stands in the words as it is', (serviceName) => {
    const words = formatMessage(incidentMessage({ serviceName, environment: serviceName }));
    expect(words.subject).toBe(`[Down] ${serviceName} (${serviceName}): silent since 03:12:04 UTC`);
    expect(words.facts.slice(0, 2).map(({ value }) => value)).toEqual([serviceName, serviceName]);
  });

  test('a metric named like a part of JavaScript is a metric like any other', () => {
    const values = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}');
    const [seen] = formatMessage(
      incidentMessage({ lastMetrics: [{ instanceKey: 'i', hostname: null, receivedAtMs: null, values }] }),
    ).lastSeen;
    expect(seen?.facts.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString']);
  });
});

function countedKeys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}
