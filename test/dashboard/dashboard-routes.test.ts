import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpMeter } from '../../src/actors/ports/observability.ts';
import { createApp } from '../../src/http/app.ts';
import type { Api, Operations } from '../../src/http/ports.ts';

let app: FastifyInstance;

// Nobody has a key here: whatever answers is open.
beforeAll(async () => {
  const nothing = () => undefined;
  app = await createApp({
    traceRequest: null,
    api: {
      keyRing: { find: () => null, isLoaded: () => true, close: nothing },
      limits: { requestsPerMinute: 0, failuresPerMinute: 0, trustedProxies: [] },
      receiveHeartbeat: {},
      operating: { maintenance: {} },
      badged: {},
      publicPages: {},
      live: { close: nothing },
      signIn: null,
      showInstances: null,
    } as unknown as Api,
    operations: {
      version: '0',
      roles: ['api'],
      metrics: {},
      startsFor: () => null,
      isDraining: () => false,
    } as unknown as Operations,
    meter: { request: nothing, failedAuthentication: nothing } as unknown as HttpMeter,
    log: pino({ level: 'silent' }),
    mostConnections: 1_000,
  });
});
afterAll(() => app.close());

const get = (url: string, headers = {}) => app.inject({ url, headers: { host: 'monitor', ...headers } });

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/** The path of a file that is named by its content. */
async function pathOf(name: 'main.js' | 'dashboard.css'): Promise<string> {
  const [stem, ending] = name.split('.');
  const { body } = await get('/');
  return new RegExp(`/dashboard/${stem}-[\\w-]{8}\\.${ending}`).exec(body)?.[0] ?? 'none';
}

describe('the dashboard over HTTP', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/dashboard/dashboard.css', 'text/css; charset=utf-8'],
    ['/dashboard/main.js', 'text/javascript; charset=utf-8'],
    ['/dashboard/icon.svg', 'image/svg+xml'],
  ])('%s is open, typed, locked down and asked for each time', async (url, type) => {
    const { statusCode, headers, rawPayload } = await get(url);
    expect(statusCode).toBe(200);
    expect(rawPayload.length).toBeGreaterThan(100);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': policy,
    });
    expect(headers['etag']).toBe(
      `"${createHash('sha256').update(rawPayload).digest('base64url').slice(0, 22)}"`,
    );
  });

  it.each(['main.js', 'dashboard.css'] as const)(
    '%s, named by its content, is kept for ever',
    async (name) => {
      const { statusCode, headers } = await get(await pathOf(name));
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-security-policy']).toBe(policy);
    },
  );

  it('answers with its own files to the page of a node of another version, and lets nobody keep them', async () => {
    const own = await get(await pathOf('main.js'));
    const { statusCode, headers, body } = await get('/dashboard/main-0therOne.js');
    expect([statusCode, headers['cache-control'], body]).toEqual([200, 'no-cache', own.body]);
  });

  it('is compressed for who can read that', async () => {
    const plain = await get('/dashboard/main.js');
    const { headers, rawPayload } = await get('/dashboard/main.js', { 'accept-encoding': 'br, gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(rawPayload).toString()).toBe(plain.body);
    expect(headers.etag).toBe(`W/${plain.headers.etag}`);
    for (const coding of ['identity', 'gzip;q=0', 'br'])
      expect((await get('/dashboard/main.js', { 'accept-encoding': coding })).body).toBe(plain.body);
  });

  it('sends nothing again that the browser has', async () => {
    const { headers } = await get('/dashboard/main.js');
    for (const tag of [headers.etag, `"other", W/${headers.etag}`]) {
      const again = await get('/dashboard/main.js', { 'if-none-match': tag });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect((await get('/dashboard/main.js', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it.each([
    'nope.js',
    'main-0therOne.css',
    '.sources',
    'main.tsx',
    '..%2f..%2fpackage.json',
    '%2e%2e%2fmain.ts',
    '__proto__',
    'constructor',
    '',
  ])('does not know the file "%s"', async (name) => {
    const { statusCode, body } = await get(`/dashboard/${name}`);
    expect(statusCode).toBe(404);
    expect(JSON.parse(body).code).toBe('not-found');
  });

  it('has an address for a screen on a wall that can be typed', async () => {
    const { statusCode, headers } = await get('/wall');
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, '/#/wall', 'no-cache']);
  });

  it('takes no other method, and says so', async () => {
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url: '/',
      headers: { host: 'monitor' },
    });
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('stands in no API document, and opens nothing else', async () => {
    const document = await get('/openapi.json');
    expect(
      Object.keys(JSON.parse(document.body).paths).filter((path) => /^\/(wall)?$|dashboard/.test(path)),
    ).toEqual([]);
    expect((await get('/api/services')).statusCode).toBe(401);
    expect((await get('/dashboard/a/b')).statusCode).toBe(401);
  });
});
