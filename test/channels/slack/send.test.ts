import { describe, expect, test } from 'vitest';
import { slackBody } from '../../../src/channels/slack/message.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const message = incidentMessage();

describe('the Slack channel', () => {
  test('posts the blocks to its webhook', async () => {
    const receiver = await openReceiver();
    const channel = openTestChannel({ id: 'chat', type: 'slack', url: receiver.url });
    expect(await channel.send(message, AbortSignal.timeout(5_000))).toMatchObject({ kind: 'sent' });
    expect(receiver.received).toMatchObject([
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: slackBody(message) },
    ]);
  });

  test('waits as long as Slack asks when it sends too much', async () => {
    const receiver = await openReceiver((_request, response) =>
      response.writeHead(429, { 'retry-after': '30' }).end(),
    );
    const channel = openTestChannel({ id: 'chat', type: 'slack', url: receiver.url });
    const outcome = await channel.send(message, AbortSignal.timeout(5_000));
    expect(outcome).toMatchObject({
      kind: 'failed',
      permanent: false,
      reason: 'receiver answered 429',
      retryAfterMs: 30_000,
    });
  });

  test('gives up on a webhook that Slack has revoked', async () => {
    const receiver = await openReceiver((_request, response) => response.writeHead(404).end('no_service'));
    const channel = openTestChannel({ id: 'chat', type: 'slack', url: receiver.url });
    const outcome = await channel.send(message, AbortSignal.timeout(5_000));
    expect(outcome).toMatchObject({ kind: 'failed', permanent: true, reason: 'receiver answered 404' });
  });
});
