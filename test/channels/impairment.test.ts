import { describe, expect, test } from 'vitest';
import { mailOf } from '../../src/channels/email/message.ts';
import { slackBody } from '../../src/channels/slack/message.ts';
import { webhookBody } from '../../src/channels/webhook/message.ts';
import { formatMessage } from '../../src/channels/wording/format-message.ts';
import { impairmentMessage } from './support/impairment-message.ts';

const over = { kind: 'well', endedAtMs: Date.UTC(2026, 10, 21, 3, 20, 4) } as const;

describe('what the monitor says of itself', () => {
  test('tells every cause in clean lines, and that the next message comes at the end', () => {
    const words = formatMessage(impairmentMessage());
    expect(words.subject).toBe('[Impaired] Service Monitor: blind, channel failing');
    expect(words.summary).toMatch(
      /since 2026-11-21 03:12:04 UTC. The next message comes when it is healthy again.$/,
    );
    expect(words.facts).toEqual([
      { name: 'Impaired since', value: '2026-11-21 03:12:04 UTC' },
      { name: 'Blind', value: 'no heartbeat could be received for 75 s of the last 5 min' },
      { name: 'Channel failing', value: 'channel hook gave up a message Bcc: x' },
    ]);
  });

  test('says at the end how long it was, under the same topic', () => {
    const words = formatMessage(impairmentMessage(over));
    expect(words.subject).toBe('[Healthy] Service Monitor: healthy again after 8 min');
    expect(words.topic).toBe(formatMessage(impairmentMessage()).topic);
    expect(words.facts[1]).toEqual({ name: 'Healthy since', value: '2026-11-21 03:20:04 UTC' });
  });

  test('is a CloudEvent of its own type', () => {
    const event = JSON.parse(webhookBody(impairmentMessage(), 'https://monitor.example.com'));
    expect(event).toMatchObject({
      type: 'service-monitor.monitor.impaired',
      subject: '0000a77b-02d4-8c3e-8f11-90ab12cd34ef',
      time: '2026-11-21T03:12:04.000Z',
      data: { since: '2026-11-21T03:12:04.000Z', endedAt: null, reasons: impairmentMessage().reasons },
    });
    const end = JSON.parse(webhookBody(impairmentMessage(over), 'https://monitor.example.com'));
    expect(end).toMatchObject({ type: 'service-monitor.monitor.well', time: '2026-11-21T03:20:04.000Z' });
  });

  test('is a mail in one conversation, which leads to the monitor', () => {
    const [begin, end] = [mailOf(impairmentMessage()), mailOf(impairmentMessage(over))];
    expect(end.references).toBe(begin.references);
    expect(begin.html).toContain('Open the monitor</a>');
    expect(begin.text).toContain('https://monitor.example.com/');
    expect(begin.text).not.toMatch(/^Bcc:/m);
  });

  test('fits into Slack', () => {
    const blocks = JSON.stringify(JSON.parse(slackBody(impairmentMessage(over))));
    expect(blocks).toContain('🟢');
    expect(blocks).toContain('|Open the monitor>');
  });
});
