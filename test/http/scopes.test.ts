import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiKey, type Scope, scopes } from '../../src/domain/api-key.ts';
import { registerAuthentication } from '../../src/http/plugins/authenticate.ts';
import { registerErrors } from '../../src/http/plugins/errors.ts';
import { generateKeyText, toApiKey } from '../../src/store/access/make-key.ts';
import { eventually } from '../support/eventually.ts';
import { composeApp } from './compose-app.ts';
import { makeKey } from './make-key.ts';
import { allMethods, ask, concrete, pathsOf, type Reply } from './walk-routes.ts';

/** Open to everybody. Whoever opens another route has to say so here. */
const open =
  /^\/(acknowledge\/:token|api\/callbacks\/:channelId|badge\/:serviceId\.svg|status(\.json|\/[\w:.-]+)?|docs(\/.*)?|dashboard\/:file|sign-in\/status|openapi\.json|wall|livez|readyz|version|metrics)?$/;

/** Design 7 in a few rules, the first that fits counts; a new route is held to them without being named. */
const rules: [pattern: RegExp, scope: Scope | 'any'][] = [
  [/^(GET|HEAD) \/api\/caller$/, 'any'],
  [/^POST \/api\/services\/(register|heartbeat)$/, 'ingest'],
  [/^DELETE \/api\/instances\//, 'ingest'],
  [/^\w+ \/api\/(keys|channels|channel-kinds|audit|config)\b/, 'admin'],
  [/^\w+ \/api\/maintenance\b/, 'operate'],
  [/^(GET|HEAD) /, 'read'],
  [/^/, 'operate'],
];

function lettingIn(route: string): readonly Scope[] {
  const scope = rules.find(([pattern]) => pattern.test(route))?.[1];
  return scopes.filter((each) => scope === 'any' || scope === each);
}

let composed: Awaited<ReturnType<typeof composeApp>>;
let port: number;
let closedPaths: string[];
const keys = {} as Record<Scope, string>;

beforeAll(async () => {
  // The walk asks more often than people do.
  composed = await composeApp({ MONITOR_FAILED_AUTH_LIMIT: '0', MONITOR_RATE_LIMIT: '0' });
  await composed.app.listen({ host: '127.0.0.1', port: 0 });
  port = (composed.app.server.address() as AddressInfo).port;
  closedPaths = pathsOf(composed.app).filter((path) => !open.test(path));
  for (const scope of scopes) keys[scope] = await makeKey(composed.redis, { scopes: [scope] });
  await eventually(
    'the key is known',
    () => ask(port, 'GET', '/api/services', keys.read),
    ({ status }) => status === 200,
  );
});

afterAll(() => composed.close());

function expectSafeHeaders(route: string, { status, headers }: Reply): void {
  const type = String(headers['content-type'] ?? '');
  expect([route, headers['x-content-type-options']]).toEqual([route, 'nosniff']);
  expect([route, headers['x-request-id']]).toEqual([route, expect.any(String)]);
  // Nothing that needed a key, and no error, is kept by anybody on the way.
  if (status >= 400) {
    // A person stands before this one.
    const isPage = route.endsWith('/acknowledge/:token') && status === 404;
    const expected = isPage ? /^text\/html/ : /^application\/problem\+json/;
    expect([route, type]).toEqual([route, expect.stringMatching(expected)]);
    expect([route, headers['cache-control']]).toEqual([route, 'no-store']);
  }
  if (/html/.test(type)) {
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
}

describe('every route that the app has', () => {
  it('is found by the walk', () => {
    const missing = [
      '/api/services/register',
      '/api/services/heartbeat',
      '/api/services/:serviceId/instances',
    ];
    expect(missing.filter((path) => !closedPaths.includes(path))).toEqual([]);
    expect(pathsOf(composed.app)).toContain('/docs/static/:file');
    expect(closedPaths.length).toBeGreaterThanOrEqual(9);
  });

  it('turns away everybody without a key, by whatever method, before anything else', async () => {
    for (const path of closedPaths) {
      for (const method of allMethods) {
        const route = `${method} ${path}`;
        const reply = await ask(port, method, concrete(path), null);
        expect([route, reply.status]).toEqual([route, 401]);
        expectSafeHeaders(route, reply);
      }
    }
  });

  it('lets in the keys with the one scope that it needs, and no other', async () => {
    for (const path of closedPaths) {
      for (const method of allMethods) {
        const route = `${method} ${path}`;
        const replies = await Promise.all(
          scopes.map((scope) => ask(port, method, concrete(path), keys[scope])),
        );
        for (const reply of replies) expectSafeHeaders(route, reply);
        if (replies.every(({ status }) => status === 405)) continue;
        const letIn = scopes.filter((_, i) => replies[i]?.status !== 403);
        expect([route, letIn]).toEqual([route, lettingIn(route)]);
        const codes = replies.filter(({ status }) => status === 403).map(({ code }) => code);
        if (method !== 'HEAD' && codes.length > 0) expect(new Set(codes)).toEqual(new Set(['forbidden']));
        expect(replies.map(({ status }) => status)).not.toContain(401);
      }
    }
  });

  it('that is open says nothing that needs a key, and its answers are as safe', async () => {
    const openPaths = pathsOf(composed.app).filter((path) => open.test(path) && !path.includes('*'));
    for (const path of openPaths) {
      const reply = await ask(port, 'GET', concrete(path), null);
      expect([path, reply.status]).not.toEqual([path, 401]);
      expectSafeHeaders(path, reply);
    }
  });

  it('that is not there is not told from one that is, without a key', async () => {
    for (const path of [
      '/api',
      '/api/nothing',
      '/api/services/none/none',
      '/admin',
      '/.env',
      '/docs/none/none',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expect([path, (await ask(port, method, path, null)).status]).toEqual([path, 401]);
      }
      expect([path, (await ask(port, 'GET', path, keys.read)).status]).toEqual([path, 404]);
    }
  });

  it('that does not say which scope it needs lets nobody in', async () => {
    const key: ApiKey = { ...toApiKey(generateKeyText(), { name: 'all' }), scopes: [...scopes] };
    const app = fastify();
    registerErrors(app);
    registerAuthentication(app, () => ({ kind: 'known', key }), 0);
    app.get('/forgot', async () => 'open');
    app.get('/said', { config: { scope: 'any' } }, async () => 'open');
    const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
    expect([await statusOf('/forgot'), await statusOf('/said'), await statusOf('/none')]).toEqual([
      403, 200, 404,
    ]);
    await app.close();
  });

  it('that reads is not kept by a cache', async () => {
    const { status, headers } = await ask(port, 'GET', '/api/services', keys.read);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  });
});
