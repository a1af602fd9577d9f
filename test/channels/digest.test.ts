import { describe, expect, test } from 'vitest';
import { mailOf } from '../../src/channels/email/message.ts';
import { slackBody } from '../../src/channels/slack/message.ts';
import { webhookBody } from '../../src/channels/webhook/message.ts';
import { formatMessage } from '../../src/channels/wording/format-message.ts';
import { toneOf } from '../../src/channels/wording/tone.ts';
import type { DigestLine, DigestMessage } from '../../src/domain/messages.ts';

const atMs = Date.parse('2026-11-22T14:03:05Z');

function line(serviceName: string, more: Partial<DigestLine> = {}): DigestLine {
  return {
    ...{
      incidentId: `incident of ${serviceName}`,
      serviceName,
      environment: 'production',
      kinds: ['down'],
      atMs,
    },
    url: `https://monitor.example.com/#/incidents/${serviceName}`,
    ...more,
  };
}

function digest(change: Partial<DigestMessage> = {}): DigestMessage {
  const id = '00000000-0000-8000-8000-000000000007';
  return {
    ...{ notificationId: id, incidentId: id, kind: 'digest', sinceMs: atMs, endedAtMs: atMs + 10_000 },
    ...{ messages: 3, incidents: 2, more: [], url: 'https://monitor.example.com/#/incidents' },
    lines: [line('cart', { kinds: ['down', 'resolved'] }), line('mail')],
    ...change,
  };
}

describe('a digest', () => {
  test('names every incident with what happened and its page', () => {
    expect(formatMessage(digest())).toEqual({
      subject: '[Digest] 2 incidents: cart resolved, mail Down',
      topic: 'Service Monitor digest of 14:03 UTC, 2026-11-22',
      summary:
        'This is the digest of 14:03 UTC: 3 messages about 2 incidents. This channel got more messages than its limit, so these come as one.',
      facts: [
        { name: 'From', value: '2026-11-22 14:03:05 UTC' },
        { name: 'To', value: '2026-11-22 14:03:15 UTC' },
      ],
      links: [
        {
          text: 'cart (production): Down, then resolved, 14:03:05 UTC',
          url: 'https://monitor.example.com/#/incidents/cart',
        },
        {
          text: 'mail (production): Down, 14:03:05 UTC',
          url: 'https://monitor.example.com/#/incidents/mail',
        },
      ],
      lastSeen: [],
      linkText: 'Open all incidents',
    });
  });

  test('says an end as an end, and calls no incident what is less than an outage', () => {
    const pool = line('pool', {
      kinds: ['degraded', 'degraded'],
      news: [{ kind: 'degraded' }, { kind: 'degraded', isOver: true }],
    });
    const bill = line('bill', { kinds: ['instance-down'], news: [{ kind: 'instance-down', isOver: true }] });
    const self = line('self', { kinds: ['health'], news: [{ kind: 'health', health: 'healthy' }] });
    const ends = digest({ incidents: 0, others: 3, lines: [pool, bill, self] });
    const { subject, summary, links } = formatMessage(ends);
    expect(subject).toBe(
      '[Digest] 3 changes without an outage: pool not Degraded any more, bill no instance Down any more, self reports healthy',
    );
    expect(summary).toContain('3 messages about 3 changes without an outage.');
    expect(links?.[0]?.text).toBe('pool (production): Degraded, then not Degraded any more, 14:03:05 UTC');
    const mixed = digest({ incidents: 1, others: 1, lines: [bill, line('mail')] });
    expect(formatMessage(mixed).subject).toBe(
      '[Digest] 1 incident and 1 change without an outage: mail Down, bill no instance Down any more',
    );
  });

  test('is bad news only where an outage is', () => {
    const over = line('cart', { kinds: ['resolved'], news: [{ kind: 'resolved', isOver: true }] });
    const less = line('pool', { kinds: ['degraded'], news: [{ kind: 'degraded' }] });
    expect(toneOf(digest({ incidents: 1, lines: [over] }))).toBe('neutral');
    expect(toneOf(digest({ incidents: 0, others: 1, lines: [less] }))).toBe('warning');
    expect(toneOf(digest())).toBe('bad');
  });

  test('counts what it does not name', () => {
    const more = [{ environment: 'staging', incidents: 412 }];
    const { subject, facts } = formatMessage(digest({ incidents: 414, more }));
    expect(subject).toBe('[Digest] 414 incidents: cart resolved, mail Down …');
    expect(facts).toContainEqual({ name: 'Not listed, staging', value: '412 more' });
  });

  test('is a mail with a link for each incident, in both of its parts', () => {
    const { text, html } = mailOf(digest());
    for (const part of [text, html]) {
      expect(part).toContain('https://monitor.example.com/#/incidents/cart');
      expect(part).toContain('mail (production): Down');
    }
  });

  test('is a message of Slack that stays within its limits, and in which a name is no markup', () => {
    const lines = Array.from({ length: 50 }, (_, i) => line(`${'<!here>|*x*'.repeat(12)}-${i}`));
    const body = slackBody(digest({ lines }));
    const { blocks } = JSON.parse(body) as { blocks: { text?: { type: string; text: string } }[] };
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const { text } of blocks) expect(text?.text.length ?? 0).toBeLessThanOrEqual(3_000);
    expect(body).not.toContain('<!here>');
    const links = blocks.flatMap(({ text }) => (text?.type === 'mrkdwn' ? text.text.split('\n') : []));
    expect(links).toHaveLength(51);
    for (const link of links) expect(link).toMatch(/^<https:[^|>]+\|[^|>*]+>$/);
  });

  test('is an event of its own for a webhook', () => {
    expect(JSON.parse(webhookBody(digest(), 'https://monitor.example.com'))).toMatchObject({
      id: digest().notificationId,
      type: 'service-monitor.digest',
      time: '2026-11-22T14:03:15.000Z',
      data: {
        ...{ digestId: digest().incidentId, kind: 'digest', messages: 3, incidents: 2, more: [] },
        since: '2026-11-22T14:03:05.000Z',
        named: [
          {
            ...{
              incidentId: 'incident of cart',
              kinds: ['down', 'resolved'],
              at: '2026-11-22T14:03:05.000Z',
            },
            service: { serviceName: 'cart', environment: 'production' },
          },
          { service: { serviceName: 'mail' } },
        ],
      },
    });
  });
});
