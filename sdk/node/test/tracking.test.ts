import { once } from 'node:events';
import { type ClientRequest, createServer, get } from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { expressMonitor } from '../src/express.ts';
import { fastifyMonitor } from '../src/fastify.ts';
import type { StandInMonitor } from './support/stand-in-monitor.ts';
import { talk } from './support/talk.ts';

/** The stand-in monitor is a server of this process too: what it hears is counted beside the test's requests. */
async function figures(monitor: StandInMonitor): Promise<{ requests: number; active: number }> {
  const heartbeat = await monitor.next('heartbeat');
  const { requests_per_minute: all, active_connections: active } = heartbeat.body.metadata as Record<
    string,
    number
  >;
  return { requests: (all ?? 0) - monitor.heard.indexOf(heartbeat), active: active ?? 0 };
}

test('requests of any HTTP server are counted with no code in it, aborted ones end too', async () => {
  const { monitor } = await talk();
  const before = await figures(monitor);
  const server = createServer(
    (request, response) => void (request.url === '/slow' || response.end('hello')),
  ).listen(0);
  onTestFinished(() => server.closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (let sent = 0; sent < 3; sent += 1) await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const slow: ClientRequest = get(`http://127.0.0.1:${port}/slow`);
  slow.on('error', () => undefined);
  await once(server, 'request');
  await expect.poll(() => figures(monitor)).toEqual({ requests: before.requests + 4, active: 1 });
  slow.destroy();
  await expect.poll(() => figures(monitor)).toEqual({ requests: before.requests + 4, active: 0 });
  server.close();
});

test('the Fastify plugin and the channel count a request once, and closing the application stops the SDK', async () => {
  const { monitor, sdk } = await talk({ port: undefined, url: undefined });
  const app = fastify();
  await app.register(fastifyMonitor, { monitor: sdk });
  app.get('/', async () => 'hello');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { body } = await monitor.next('register');
  expect(body).toMatchObject({ port: (app.server.address() as AddressInfo).port, url: address });
  expect(body.metadata?.['framework']).toMatch(/^Fastify 5\.\d+\.\d+ on Node\.js/);
  const before = await figures(monitor);
  for (let sent = 0; sent < 3; sent += 1) await (await fetch(address)).text();
  await expect.poll(() => figures(monitor)).toEqual({ requests: before.requests + 3, active: 0 });
  await app.close();
  expect(sdk.status().state).toBe('stopped');
});

test('an injected request leaves nothing in flight', async () => {
  const { monitor, sdk } = await talk();
  const app = fastify();
  await app.register(fastifyMonitor, { monitor: sdk });
  app.get('/', async () => 'hello');
  await app.inject('/');
  await expect.poll(async () => (await figures(monitor)).active).toBe(0);
  await app.close();
});

test('the middleware counts HTTP/2 requests, which the channel does not tell of, and HTTP/1 ones once', async () => {
  const { monitor, sdk } = await talk();
  const middleware = expressMonitor(sdk);
  const before = await figures(monitor);

  const plain = createServer((request, response) =>
    middleware(request, response, () => void response.end()),
  ).listen(0);
  await (await fetch(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`)).text();
  await expect.poll(() => figures(monitor)).toEqual({ requests: before.requests + 1, active: 0 });

  const modern = http2.createServer((request, response) =>
    middleware(request, response, () => void response.end()),
  );
  modern.listen(0);
  const client = http2.connect(`http://127.0.0.1:${(modern.address() as AddressInfo).port}`);
  await once(client.request({ ':path': '/' }).resume(), 'close');
  await expect.poll(() => figures(monitor)).toEqual({ requests: before.requests + 2, active: 0 });
  client.close();
  modern.close();
  plain.close();
});

test('a subscriber of ours never throws into the host, whatever is published', async () => {
  const { sdk } = await talk();
  const { channel } = await import('node:diagnostics_channel');
  for (const name of [
    'http.server.request.start',
    'tracing:net.server.listen:asyncEnd',
    'fastify.initialization',
  ]) {
    channel(name).publish(null);
    channel(name).publish({ request: null, server: null, fastify: null });
  }
  expect(sdk.status().state).not.toBe('stopped');
});
