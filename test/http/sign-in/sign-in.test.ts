import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { makeKey } from '../make-key.ts';
import { ada, countIn, openSignIn, type SignInNode, type SignInNodes } from './open-sign-in.ts';
import { openUserAgent, type UserAgent } from './open-user-agent.ts';

let nodes: SignInNodes;
let one: SignInNode;
let other: SignInNode;
let origin: string;
let agent: UserAgent;

beforeAll(async () => {
  nodes = await openSignIn();
  ({ one, other, origin } = nodes);
});

afterAll(() => nodes.close());

beforeEach(() => {
  nodes.provider.user = ada;
  agent = openUserAgent(origin);
});

const statusOf = async (...asked: Parameters<UserAgent['call']>) => (await agent.call(...asked)).status;

async function signIn(): Promise<void> {
  expect((await agent.visit(`${origin}/sign-in`)).status).toBe(200);
}

describe('a person who signs in', () => {
  it('comes back to a page of the monitor, which leads on, and is known on every node', async () => {
    const { status, text, headers, way } = await agent.visit(`${origin}/sign-in`);
    expect([status, new URL(way.at(-1) ?? '').pathname]).toEqual([200, '/sign-in/callback']);
    expect(text).toContain('You are signed in as ada@example.com.');
    expect(text).toContain('<meta http-equiv="refresh" content="0;url=/">');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'none'/);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    const begun = new URL(way.find((each) => each.startsWith(`${nodes.provider.issuer}/auth?`)) ?? '')
      .searchParams;
    expect(begun.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(begun.get(name)).toMatch(/^[\w-]{43}$/);
    for (const node of [one, other]) {
      const caller = await agent.call('GET', `${node.url}/api/caller`);
      expect(caller.body).toMatchObject({
        ...{ name: 'ada@example.com', keyId: null, scopes: ['read', 'operate'] },
        expiresAt: expect.any(String),
      });
      expect((await agent.call('GET', `${node.url}/sign-in/status`)).body).toEqual({
        signIn: { name: 'Example Login', url: `${origin}/sign-in` },
        person: { name: 'ada@example.com' },
      });
    }
  });

  it('gets cookies that no script reads and no other site makes a browser send', async () => {
    await signIn();
    const [pending = '', , session = ''] = agent.set.filter((each) => each.startsWith('monitor-'));
    expect(pending).toMatch(/^monitor-sign-in=\S+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(session).toMatch(/^monitor-session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(agent.cookies.has('monitor-sign-in')).toBe(false);
  });

  it('is in Redis by the hash of the session only', async () => {
    await signIn();
    const id = agent.cookies.get('monitor-session') ?? '';
    const keys = await one.redis.keys('*:session:*');
    expect(keys.length).toBeGreaterThan(0);
    const texts = await Promise.all(keys.map((key) => one.redis.get(key)));
    expect(JSON.stringify([keys, texts])).not.toContain(id);
    expect(await one.redis.pttl(keys[0] ?? '')).toBeGreaterThan(0);
  });

  it('stands in the audit log with name and subject, and may do no more than the groups allow', async () => {
    await signIn();
    const wanted = { match: { service: 'x' }, for: '1m', by: 'somebody else' };
    const made = await agent.call('POST', `${other.url}/api/maintenance`, {}, wanted);
    expect([made.status, made.body.by]).toEqual([201, 'ada@example.com']);
    const [entry] = (await one.redis.xrevrange('monitor:audit', '+', '-', 'COUNT', 1)).map(([, fields]) =>
      JSON.parse(fields[1] ?? '{}'),
    );
    expect(entry).toMatchObject({
      act: 'maintenance-declared',
      by: { keyId: null, name: 'ada@example.com', subject: 'u1' },
    });
    expect(await statusOf('GET', `${one.url}/api/audit`)).toBe(403);
    nodes.provider.user = { ...ada, sub: 'u3', groups: ['admins'] };
    agent = openUserAgent(origin);
    await signIn();
    const audit = await agent.call('GET', `${one.url}/api/audit?limit=1`);
    expect(audit.body.items[0].by).toEqual({ keyId: null, name: 'ada@example.com', subject: 'u1' });
  });

  it('can never report instances', async () => {
    await signIn();
    const body = { serviceName: 'orders', environment: 'test', instanceId: 'one' };
    for (const path of ['register', 'heartbeat'])
      expect(await statusOf('POST', `${one.url}/api/services/${path}`, {}, body)).toBe(401);
  });

  it('follows changes, until the session ends on any node', async () => {
    await signIn();
    const stream = await agent.send('GET', `${other.url}/api/events`);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(await statusOf('POST', `${one.url}/sign-in/end`)).toBe(200);
    // It is read to its end, which the node brings about.
    expect(await stream.text()).toContain('event: reset');
    expect(await countIn(other, 'monitor_event_streams_ended_total', 'key')).toBe(1);
  });
});

describe('a session', () => {
  it('ends with the sign-out, also at the provider', async () => {
    await signIn();
    const cookie = `monitor-session=${agent.cookies.get('monitor-session')}`;
    const { next } = (await agent.call('POST', `${origin}/sign-in/end`)).body;
    expect(agent.cookies.has('monitor-session')).toBe(false);
    for (const node of [one, other])
      expect(await statusOf('GET', `${node.url}/api/services`, { cookie })).toBe(401);
    const url = new URL(next);
    expect(url.origin).toBe(nodes.provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`);
    const page = await agent.visit(next);
    expect(page.text).toContain('/session/end/confirm');
  });

  it.each<[string, string, Record<string, string | null>]>([
    ['of another site', 'POST', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of another host of the same site', 'POST', { 'sec-fetch-site': 'same-site' }],
    ['of a frame without an origin', 'POST', { origin: 'null' }],
    ['that says nothing of where it comes from', 'POST', { origin: null, 'sec-fetch-site': null }],
    ['without the header of our page', 'POST', { 'x-monitor-page': null }],
    ['of another site that only reads', 'GET', { 'sec-fetch-site': 'cross-site' }],
  ])('is good for no request %s', async (_, method, headers) => {
    await signIn();
    const path = method === 'GET' ? '/api/services' : '/api/maintenance';
    const before = await one.redis.xlen('monitor:audit');
    const answer = await agent.call(method, `${one.url}${path}`, headers, method === 'GET' ? undefined : {});
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    expect(await one.redis.xlen('monitor:audit')).toBe(before);
    if (method === 'POST') {
      expect(await statusOf('POST', `${one.url}/sign-in/end`, headers)).toBe(403);
      expect(await statusOf('GET', `${one.url}/api/services`)).toBe(200);
    }
  });

  it('stands behind a key: who names a wrong one is turned away, whoever is signed in', async () => {
    await signIn();
    const key = await makeKey(one.redis, { scopes: ['read'] });
    const ask = (name: string) => statusOf('GET', `${one.url}/api/services`, { 'x-api-key': name });
    expect(await ask(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
    await eventually('the key is known', async () => (await ask(key)) === 200);
  });

  it('is over when its id is nobody’s, was never any, or is not used for too long', async () => {
    await signIn();
    const real = agent.cookies.get('monitor-session') ?? '';
    for (const id of ['', 'x', `${real}x`, real.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))]) {
      const cookie = `monitor-session=${id}`;
      expect([id, await statusOf('GET', `${one.url}/api/services`, { cookie })]).toEqual([id, 401]);
    }
    for (const key of await one.redis.keys('*:session:*')) await one.redis.pexpire(key, 1);
    // A request in that millisecond would be a use of it.
    await eventually('Redis forgot it', async () => (await one.redis.keys('*:session:*')).length === 0);
    await eventually(
      'it has ended',
      () => statusOf('GET', `${one.url}/api/services`),
      (status) => status === 401,
    );
    expect((await agent.call('GET', `${one.url}/sign-in/status`)).body).toMatchObject({ person: null });
  });
});
