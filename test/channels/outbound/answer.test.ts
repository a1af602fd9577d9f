import { expect, onTestFinished, test } from 'vitest';
import { openHttpClient } from '../../../src/channels/outbound/open-http-client.ts';
import { openReceiver } from '../support/open-receiver.ts';

function openClient() {
  const client = openHttpClient({ allowPrivateNetworks: true, now: Date.now });
  onTestFinished(() => client.close());
  return client;
}

const post = (url: string) =>
  openClient().post({ url, headers: {}, body: 'hello' }, AbortSignal.timeout(10_000));

test.each<[string, number, Record<string, string>, string, string]>([
  ['its status', 204, {}, '', '204 No Content'],
  [
    'the first line that says something',
    200,
    { 'content-type': 'text/plain' },
    '\n ok: 17 \nmore',
    '200 OK: ok: 17',
  ],
  ['JSON', 202, { 'content-type': 'application/problem+json' }, '{"id":"7"}', '202 Accepted: {"id":"7"}'],
  ['a refusal', 404, { 'content-type': 'text/plain' }, 'no_service', '404 Not Found: no_service'],
  ['no page for a browser', 502, { 'content-type': 'text/html' }, '<h1>Bad</h1>', '502 Bad Gateway'],
  ['no control characters', 200, { 'content-type': 'text/plain' }, 'a\u0007\u202eb', '200 OK: a b'],
  [
    'no address that it repeats',
    403,
    { 'content-type': 'text/plain' },
    'no: /hook/secret-path',
    '403 Forbidden: no: /hook/…',
  ],
  [
    'no more than 200 characters',
    200,
    { 'content-type': 'text/plain' },
    'x'.repeat(5_000),
    `200 OK: ${'x'.repeat(191)}…`,
  ],
])('what it answered is kept as one line: %s', async (_title, status, headers, said, answer) => {
  const receiver = await openReceiver((_request, response) => response.writeHead(status, headers).end(said));
  expect(await post(receiver.url)).toMatchObject({ answer });
});

test('headers of the request that it repeats are not kept', async () => {
  const receiver = await openReceiver((request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`got ${request.headers.authorization}`),
  );
  const headers = { authorization: 'Bearer CANARY' };
  const outcome = await openClient().post(
    { url: receiver.url, headers, body: '' },
    AbortSignal.timeout(10_000),
  );
  expect(outcome).toMatchObject({ answer: '200 OK: got …' });
});

test('of an answer without end the beginning is kept', async () => {
  const receiver = await openReceiver((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const write = (): void =>
      void (response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(write)));
    write();
  });
  expect(await post(receiver.url)).toMatchObject({
    kind: 'sent',
    answer: expect.stringMatching(/^200 OK: x+…$/),
  });
});
