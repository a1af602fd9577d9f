import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTcpServer } from '../support/open-tcp-server.ts';
import { nowMs, openTestChannel } from '../support/open-test-channel.ts';

const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
const newSecret = `whsec_${Buffer.from('another secret of 24 bytes and more').toString('base64')}`;
const message = incidentMessage();

describe('the webhook channel', () => {
  test('posts a CloudEvent that Standard Webhooks verifies', async () => {
    const receiver = await openReceiver();
    // The oracle compares with the clock of this machine.
    const channel = openTestChannel(
      { id: 'hook', type: 'webhook', url: receiver.url, secret },
      { now: Date.now },
    );
    expect(await channel.send(message, AbortSignal.timeout(5_000))).toMatchObject({ kind: 'sent' });

    const [request] = receiver.received;
    expect(request?.headers).toMatchObject({
      'content-type': 'application/cloudevents+json',
      'webhook-id': message.notificationId,
    });
    const event = new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {});
    expect(event).toMatchObject({ id: message.notificationId, source: 'https://monitor.example.com' });
    expect(() => new Webhook(newSecret).verify(request?.body ?? '', request?.headers ?? {})).toThrow();
    expect(() => new Webhook(secret).verify(`${request?.body} `, request?.headers ?? {})).toThrow();
  });

  test('signs with every secret while receivers change over', async () => {
    const receiver = await openReceiver();
    const config = { id: 'hook', type: 'webhook', url: receiver.url, secret: [newSecret, secret] };
    await openTestChannel(config, { now: Date.now }).send(message, AbortSignal.timeout(5_000));
    const [request] = receiver.received;
    for (const each of [secret, newSecret]) {
      expect(new Webhook(each).verify(request?.body ?? '', request?.headers ?? {})).toBeTruthy();
    }
    expect(request?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  test('repeats a message with the same id and body, signed for its own time', async () => {
    const receiver = await openReceiver();
    let clockMs = nowMs;
    const config = { id: 'hook', type: 'webhook', url: receiver.url, secret };
    const channel = openTestChannel(config, { now: () => clockMs });
    await channel.send(message, AbortSignal.timeout(5_000));
    clockMs += 5_000;
    await channel.send(message, AbortSignal.timeout(5_000));
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(first?.headers['webhook-timestamp']).toBe(String(nowMs / 1000));
    expect(second?.headers['webhook-timestamp']).toBe(String(nowMs / 1000 + 5));
  });

  test('sends the headers of its configuration, but never in place of its own', async () => {
    const receiver = await openReceiver();
    const headers = { Authorization: 'Bearer abc' };
    const config = { id: 'hook', type: 'webhook', url: receiver.url, secret, headers };
    await openTestChannel(config).send(message, AbortSignal.timeout(5_000));
    expect(receiver.received[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      'content-type': 'application/cloudevents+json',
    });
  });

  test('fails in words that hold neither path, nor secret, nor the answer', async () => {
    const receiver = await openReceiver((_request, response) => response.writeHead(500).end('CANARY'));
    const gone = await openTcpServer(() => undefined);
    await gone.close();
    for (const port of [receiver.port, gone.port]) {
      const url = `http://127.0.0.1:${port}/CANARY?token=CANARY`;
      const channel = openTestChannel({ id: 'hook', type: 'webhook', url, secret });
      const outcome = await channel.send(message, AbortSignal.timeout(5_000));
      expect(outcome).toMatchObject({ kind: 'failed', permanent: false });
      expect(JSON.stringify(outcome)).not.toContain('CANARY');
    }
  });

  test('reaches no private network when it may not', async () => {
    const receiver = await openReceiver();
    const config = { id: 'hook', type: 'webhook', url: receiver.url, secret };
    const channel = openTestChannel(config, { allowPrivateNetworks: false });
    expect(await channel.send(message, AbortSignal.timeout(5_000))).toMatchObject({ permanent: true });
    expect(receiver.received).toEqual([]);
  });
});
