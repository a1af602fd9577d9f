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
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: subject } },
        section(
          ':red_circle: No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
        ),
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*Service*\ncheckout' },
            { type: 'mrkdwn', text: '*Environment*\nproduction' },
            { type: 'mrkdwn', text: '*Last heartbeat*\n2026-11-21 03:12:04 UTC' },
            { type: 'mrkdwn', text: '*Detected*\n2026-11-21 03:14:06 UTC, after 2 min 2 s' },
            { type: 'mrkdwn', text: '*Instances*\n2 Down' },
          ],
        },
        section(
          '*Last from web-1:8080, 2026-11-21 03:12:04 UTC*\nCPU: 97.3 %\nMemory: 1,843.4 MB\nRequests: 1,280 per min\nActive connections: 41\nqueue_depth: 7',
        ),
        section(`<${message.url}|Open the incident>`),
        { type: 'context', elements: [{ type: 'plain_text', text: `id ${message.notificationId}` }] },
      ],
    });
  });

  test('of the end is green and tells the length of the outage', () => {
    const body = JSON.parse(slackBody(resolvedMessage()));
    expect(body.text).toBe('[Resolved] checkout (production): back after 4 min 12 s');
    expect(body.blocks[1].text.text).toMatch(/^:large_green_circle: /);
    expect(body.blocks[2].fields).toContainEqual({ type: 'mrkdwn', text: '*Outage*\n4 min 12 s' });
  });

  test('mentions nobody, whatever a service is called', () => {
    const body = slackBody(incidentMessage({ serviceName: '<!channel> @here <@U123>' }));
    expect(body).not.toMatch(/<!|<@|@here/);
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
  return { type: 'section', text: { type: 'mrkdwn', text } };
}
