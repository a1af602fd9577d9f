import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openHttpClient } from '../../../src/channels/outbound/open-http-client.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTcpServer } from '../support/open-tcp-server.ts';

const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0);

function openClient(allowPrivateNetworks = true) {
  const client = openHttpClient({ allowPrivateNetworks, now: () => nowMs });
  onTestFinished(() => client.close());
  return client;
}

function post(url: string, signal = AbortSignal.timeout(10_000), client = openClient()) {
  return client.post({ url, headers: { 'content-type': 'text/plain' }, body: 'hello' }, signal);
}

describe('what the answer of a receiver means', () => {
  test.each([200, 201, 202, 204, 299])('%i is success', async (status) => {
    const receiver = await openReceiver((_request, response) => response.writeHead(status).end());
    expect(await post(receiver.url)).toMatchObject({ kind: 'sent' });
    expect(receiver.received).toMatchObject([{ method: 'POST', path: '/hook/secret-path', body: 'hello' }]);
  });

  test.each([408, 429, 500, 502, 503, 504])('%i is worth another attempt', async (status) => {
    const receiver = await openReceiver((_request, response) => response.writeHead(status).end('CANARY'));
    const outcome = await post(receiver.url);
    expect(outcome).toMatchObject({
      kind: 'failed',
      permanent: false,
      reason: `receiver answered ${status}`,
    });
  });

  test.each([400, 401, 403, 404, 413, 422])('%i is final', async (status) => {
    const receiver = await openReceiver((_request, response) => response.writeHead(status).end('CANARY'));
    const outcome = await post(receiver.url);
    expect(outcome).toMatchObject({ kind: 'failed', permanent: true, reason: `receiver answered ${status}` });
  });

  test('410 is final and says so', async () => {
    const receiver = await openReceiver((_request, response) => response.writeHead(410).end());
    const reason = 'receiver answered 410: it was removed permanently';
    expect(await post(receiver.url)).toMatchObject({ kind: 'failed', permanent: true, reason });
  });

  test.each([301, 302, 303, 307, 308])('%i is final and the redirect is not followed', async (status) => {
    const elsewhere = await openReceiver();
    const receiver = await openReceiver((_request, response) =>
      response.writeHead(status, { location: elsewhere.url }).end(),
    );
    const reason = `receiver answered ${status}: redirects are not followed`;
    expect(await post(receiver.url)).toMatchObject({ kind: 'failed', permanent: true, reason });
    expect(elsewhere.received).toEqual([]);
  });

  test.each([
    ['30', 30_000],
    ['Sat, 21 Nov 2026 03:02:00 GMT', 120_000],
  ])('Retry-After: %s is honoured', async (header, waitMs) => {
    const receiver = await openReceiver((_request, response) =>
      response.writeHead(503, { 'retry-after': header }).end(),
    );
    expect(await post(receiver.url)).toMatchObject({ permanent: false, retryAfterMs: waitMs });
  });

  test('an answer without end is cut off, and its status stands', async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(16 * 1024, 'x');
    const receiver = await openReceiver((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    expect(await post(receiver.url)).toMatchObject({ kind: 'sent' });
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  });

  test('an answer that announces more than we read is not read', async () => {
    const receiver = await openReceiver((_request, response) => {
      response.writeHead(500, { 'content-length': String(2 ** 40) }).write('x');
    });
    expect(await post(receiver.url)).toMatchObject({ permanent: false, reason: 'receiver answered 500' });
  });

  test('an answer whose body never ends does not hold the attempt', async () => {
    const receiver = await openReceiver((_request, response) => void response.writeHead(200).write('x'));
    expect(await post(receiver.url)).toMatchObject({ kind: 'sent' });
  });
});

describe('receivers that do not answer', () => {
  test('nobody listens: refused', async () => {
    const server = await openTcpServer(() => undefined);
    await server.close();
    const reason = `no connection to 127.0.0.1:${server.port}: refused`;
    expect(await post(`http://127.0.0.1:${server.port}/x`)).toEqual({
      kind: 'failed',
      permanent: false,
      reason,
    });
  });

  test('the connection is reset in the middle', async () => {
    const server = await openTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const reason = `no connection to 127.0.0.1:${server.port}: reset by the receiver`;
    expect(await post(`http://127.0.0.1:${server.port}/x`)).toEqual({
      kind: 'failed',
      permanent: false,
      reason,
    });
  });

  test('the connection is closed without an answer', async () => {
    const server = await openTcpServer((socket) => socket.once('data', () => socket.end()));
    const reason = `no connection to 127.0.0.1:${server.port}: closed by the receiver`;
    expect(await post(`http://127.0.0.1:${server.port}/x`)).toEqual({
      kind: 'failed',
      permanent: false,
      reason,
    });
  });

  test('something else than HTTP comes back', async () => {
    const server = await openTcpServer((socket) =>
      socket.once('data', () => socket.end('220 mail.example.com\r\n')),
    );
    const outcome = await post(`http://127.0.0.1:${server.port}/x`);
    expect(outcome).toMatchObject({
      permanent: false,
      reason: expect.stringContaining('it does not answer with HTTP'),
    });
  });

  test('TLS is spoken to a server that has none', async () => {
    const receiver = await openReceiver();
    const outcome = await post(`https://127.0.0.1:${receiver.port}/x`);
    expect(outcome).toMatchObject({ permanent: false, reason: expect.stringContaining('no TLS') });
  });

  test('a name that does not exist', async () => {
    const outcome = await post('http://no-such-host.invalid/x');
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false });
    expect(outcome).toMatchObject({
      reason: expect.stringMatching(/^no connection to no-such-host\.invalid:80: /),
    });
  });

  test('a receiver that hangs holds nobody longer than the signal', async () => {
    const server = await openTcpServer(() => undefined);
    const outcome = await post(`http://127.0.0.1:${server.port}/x`, AbortSignal.timeout(100));
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false });
    expect(outcome).toMatchObject({ reason: expect.stringMatching(/^no answer within \d+ ms$/) });
  });

  test('an attempt that is called off ends at once and says so', async () => {
    const called = new AbortController();
    const server = await openTcpServer((socket) => socket.once('data', () => called.abort()));
    const outcome = await post(`http://127.0.0.1:${server.port}/x`, called.signal);
    expect(outcome).toMatchObject({
      ...{ permanent: false, isInterrupted: true },
      reason: expect.stringMatching(/^interrupted after /),
    });
  });

  test('closing the client ends an attempt that hangs', async () => {
    const client = openClient();
    const server = await openTcpServer((socket) => socket.once('data', () => void client.close()));
    const outcome = await post(`http://127.0.0.1:${server.port}/x`, AbortSignal.timeout(10_000), client);
    expect(outcome).toMatchObject({
      permanent: false,
      reason: expect.stringContaining('the channel is closed'),
      isInterrupted: true,
    });
  });
});

describe('the guard against private networks', () => {
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '10.0.0.1',
    '0.0.0.0',
    '[fd00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
  ];

  test.each(hosts)('refuses %s, finally and before anything is sent', async (host) => {
    let connections = 0;
    const server = await openTcpServer(() => connections++);
    const outcome = await post(
      `http://${host}:${server.port}/x`,
      AbortSignal.timeout(5_000),
      openClient(false),
    );
    const reason = expect.stringMatching(
      / is in a private network, which this channel may not reach: list it in MONITOR_CHANNEL_PRIVATE_NETWORKS, or/,
    );
    expect(outcome).toMatchObject({ kind: 'failed', permanent: true, reason });
    expect(connections).toBe(0);
  });

  test('refuses over TLS too', async () => {
    const server = await openTcpServer(() => undefined);
    const outcome = await post(
      `https://localhost:${server.port}/x`,
      AbortSignal.timeout(5_000),
      openClient(false),
    );
    expect(outcome).toMatchObject({ permanent: true });
    expect(server.sockets.size).toBe(0);
  });

  test('lets a channel of the file reach this very machine', async () => {
    const receiver = await openReceiver();
    expect(await post(`http://localhost:${receiver.port}/x`)).toMatchObject({ kind: 'sent' });
  });
});

test('a hung-up receiver notices the end of the attempt', async () => {
  const gone = Promise.withResolvers<void>();
  const server = await openTcpServer(
    (socket) => void once(socket.resume(), 'close').then(() => gone.resolve()),
  );
  await post(`http://127.0.0.1:${server.port}/x`, AbortSignal.timeout(50));
  await gone.promise;
});
