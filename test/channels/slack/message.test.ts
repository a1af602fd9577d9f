import { describe, expect, test } from 'vitest';
import { slackBody } from '../../../src/channels/slack/message.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

describe('a message for Slack', () => {
  test('of a Down holds header, summary, fields, metrics, link and id', () => {
    const message = incidentMessage();
    const subject = '[Down] checkout (production): silent since 03:12:04 UTC';
    expect(JSON.parse(slackBody(message))).toEqual({
      text: subject,
      mrkdwn: false,
      parse: 'none',
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: plain(subject) },
        section(
          '🔴 No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
        ),
        {
          type: 'section',
          fields: [
            plain('Service: checkout'),
            plain('Environment: production'),
            plain('Last heartbeat: 2026-11-21 03:12:04 UTC'),
            plain('Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s'),
            plain('Instances: 2 Down'),
          ],
        },
        section(
          'Last from web-1:8080, 2026-11-21 03:12:04 UTC\nCPU: 97.3 %\nMemory: 1,843.4 MB\nRequests: 1,280 per min\nActive connections: 41\nqueue_depth: 7',
        ),
        {
          type: 'section',
          text: { type: 'mrkdwn', text: `<${message.url}|Open the incident>`, verbatim: true },
        },
        { type: 'context', elements: [plain(`id ${message.notificationId}`)] },
      ],
    });
  });

  test('of the end is green and tells the length of the outage', () => {
    const body = JSON.parse(slackBody(resolvedMessage()));
    expect(body.text).toBe('[Resolved] checkout (production): back after 4 min 12 s with 2 outages');
    expect(body.blocks[1].text.text).toMatch(/^🟢 /);
    expect(body.blocks[2].fields).toContainEqual(plain('Outage: 4 min 12 s'));
  });

  test('mentions nobody, whatever a service is called', () => {
    const body = slackBody(incidentMessage({ serviceName: '<!channel> @here <@U123>' }));
    expect(body).not.toMatch(/<!|<@|@here/);
  });

  test('makes no link, no bold text and no emoji of what comes from outside', () => {
    const outside = 'https://evil.example *pay* _now_ ~or~ `else` :fire: evil.example';
    const seen = { instanceKey: outside, hostname: outside, receivedAtMs: 0, values: { [outside]: outside } };
    const body = JSON.parse(
      slackBody(incidentMessage({ serviceName: outside, environment: outside, lastMetrics: [seen] })),
    );
    expect(body).toMatchObject({ mrkdwn: false, parse: 'none' });
    const texts = textsIn(body.blocks);
    expect(texts.filter(({ text }) => text.includes('evil.example')).length).toBeGreaterThan(4);
    for (const { type, text, emoji } of texts) {
      if (text.includes('evil.example'))
        expect({ type, emoji }).toEqual({ type: 'plain_text', emoji: false });
    }
  });

  test('breaks out of no link', () => {
    const body = slackBody(incidentMessage({ url: 'https://example.com/a|b>c <!here>' }));
    expect(body).toContain('<https://example.com/a%7Cb%3Ec%20%3C!here%3E|Open the incident>');
  });

  test('stays within what Slack takes, however long the names are', () => {
    const long = '&'.repeat(5_000);
    const values = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${long}${index}`, long]));
    const seen = { instanceKey: long, hostname: long, receivedAtMs: 0, values };
    const message = resolvedMessage({
      serviceName: long,
      environment: long,
      url: `https://example.com/${long}`,
      lastMetrics: [seen, seen, seen],
    });
    const { blocks, text } = JSON.parse(slackBody(message));
    expect(text.length).toBeLessThanOrEqual(3000);
    expect(blocks[0].text.text.length).toBeLessThanOrEqual(150);
    expect(blocks[2].fields.length).toBeLessThanOrEqual(10);
    for (const field of blocks[2].fields) expect(field.text.length).toBeLessThanOrEqual(2000);
    for (const block of blocks) {
      if (block.text) expect(block.text.text.length).toBeLessThanOrEqual(3000);
    }
  });
});

function section(text: string) {
  return { type: 'section', text: plain(text) };
}

function plain(text: string) {
  return { type: 'plain_text', text, emoji: false };
}

interface TextObject {
  type: string;
  text: string;
  emoji?: boolean;
}

/** Every text object, wherever it stands. */
function textsIn(value: unknown): TextObject[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('text' in value && typeof value.text === 'string') return [value as TextObject];
  return Object.values(value).flatMap(textsIn);
}
