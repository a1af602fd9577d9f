import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ApiKey } from '../src/api/api-key.ts';
import { monitorApi } from '../src/api/monitor-api.ts';
import { parseReply } from '../src/api/parse-reply.ts';

const cut = 'the connection was closed in the middle of the answer';
const noAnswer = 'the connection was closed before an answer had come';
const head = 'HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test.for<[string, string | Buffer, string | RegExp]>([
  ['nothing at all', '', noAnswer],
  ['half a first line', 'HTTP/1.1 20', noAnswer],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le', noAnswer],
  ['a head without its body', head, cut],
  ['half a body', `${head}{"insta`, cut],
  ['half a chunk', `${chunked}40\r\n{`, cut],
  ['chunks without the last', `${chunked}2\r\n{}\r\n`, cut],
  ['no HTTP', 'HTTP/9 \x1b[31mFORGED\rERROR root all is well\r\n\r\n', /^Parse Error: [ -~]+$/],
  ['binary', Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7) % 256)), /^Parse Error: [ -~]+$/],
])('%s, and then the end of the connection, is no answer, said in one clean line', async ([, sent, said]) => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(sent));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const api = monitorApi(new URL(address), null, new ApiKey('k', () => null));
  onTestFinished(() => {
    api.close();
    server.close();
  });
  const { signal } = new AbortController();
  const outcome = await api.stop('a', { timeoutMs: 5_000, signal });
  expect(outcome).toMatchObject({ kind: 'failed', trouble: 'no-answer' });
  const problem = 'problem' in outcome ? outcome.problem : '';
  const asked = `DELETE ${address}api/instances/a: `;
  expect(problem.slice(0, asked.length)).toBe(asked);
  if (typeof said === 'string') expect(problem.slice(asked.length)).toBe(said);
  else expect(problem.slice(asked.length)).toMatch(said);
});

test('a proxy that forges a line of the log with the text of its status does not', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 407 \x1b[31mFORGED\tERROR all is well\r\n\r\n'));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = new URL(`http://127.0.0.1:${port}`);
  const api = monitorApi(new URL('https://monitor.example.com/'), proxy, new ApiKey('k', () => null));
  onTestFinished(() => {
    api.close();
    server.close();
  });
  const { signal } = new AbortController();
  expect(await api.stop('a', { timeoutMs: 5_000, signal })).toMatchObject({
    problem: `DELETE https://monitor.example.com/api/instances/a: the proxy 127.0.0.1:${port} answered 407 [31mFORGED ERROR all is well`,
  });
});

test('an id that is no clean line is none of a monitor', () => {
  expect(parseReply.registration({ instanceId: 'a\rERROR all is well' })).toBeNull();
  expect(parseReply.registration({ instanceId: 'a' })).toEqual({ instanceId: 'a', serviceId: '' });
});
