import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { ada, countIn, openSignIn, type SignInNode, type SignInNodes } from './open-sign-in.ts';
import { openUserAgent, type UserAgent, type Visited } from './open-user-agent.ts';

let nodes: SignInNodes;
let one: SignInNode;
let origin: string;
let agent: UserAgent;

beforeAll(async () => {
  nodes = await openSignIn();
  ({ one, origin } = nodes);
});

afterAll(() => nodes.close());

beforeEach(() => {
  nodes.provider.user = ada;
  agent = openUserAgent(origin);
});

/** The address with which the provider would lead back. */
async function wayBack(): Promise<URL> {
  const { way } = await agent.visit(`${origin}/sign-in`, { upTo: /\/sign-in\/callback/ });
  return new URL(way.at(-1) ?? '');
}

/** A page that says what went wrong, leads nowhere by itself, and lets nobody in. */
function expectRefused({ status, text, headers }: Visited, as: [status: number, title: string]): void {
  expect([status, /<h1>(.*)<\/h1>/.exec(text)?.[1]]).toEqual(as);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(text).not.toContain('http-equiv="refresh"');
  expect(text).toContain('href="/sign-in');
  expect(agent.cookies.has('monitor-session')).toBe(false);
  expect(agent.cookies.has('monitor-sign-in')).toBe(false);
}

const notValid: [number, string] = [400, 'This sign-in is not valid'];

describe('a sign-in', () => {
  it('with the state of another is refused', async () => {
    const back = await wayBack();
    back.searchParams.set('state', 'x'.repeat(43));
    expectRefused(await agent.visit(back.href), notValid);
    expect(await countIn(one, 'monitor_sign_ins_total', 'refused')).toBe(1);
  });

  it('with the nonce of another is refused', async () => {
    const back = await wayBack();
    const [state, , verifier] = (agent.cookies.get('monitor-sign-in') ?? '').split('.');
    agent.cookies.set('monitor-sign-in', `${state}.${'x'.repeat(43)}.${verifier}`);
    expectRefused(await agent.visit(back.href), notValid);
  });

  it('with the verifier of another is refused', async () => {
    const back = await wayBack();
    const [state, nonce] = (agent.cookies.get('monitor-sign-in') ?? '').split('.');
    agent.cookies.set('monitor-sign-in', `${state}.${nonce}.${'x'.repeat(43)}`);
    expectRefused(await agent.visit(back.href), notValid);
  });

  it('that another browser began is refused', async () => {
    const back = await wayBack();
    agent = openUserAgent(origin);
    expectRefused(await agent.visit(back.href), notValid);
  });

  it('is good once: its code and its state do not work again', async () => {
    const back = await wayBack();
    const pending = agent.cookies.get('monitor-sign-in') ?? '';
    expect((await agent.visit(back.href)).status).toBe(200);
    agent = openUserAgent(origin);
    expectRefused(await agent.visit(back.href), notValid);
    agent.cookies.set('monitor-sign-in', pending);
    expectRefused(await agent.visit(back.href), notValid);
  });

  it('of a person without a group that may come in ends with a page that names the groups', async () => {
    nodes.provider.user = { sub: 'u2', email: '<eve>@example.com', groups: ['guests', '<b>'] };
    const page = await agent.visit(`${origin}/sign-in`);
    expectRefused(page, [403, 'You may not use this monitor']);
    expect(page.text).toContain('Example Login says that you are &#60;eve&#62;@example.com');
    expect(page.text).toContain('Your groups there: guests, &#60;b&#62;.');
    expect(page.text).toContain('href="/sign-in?again"');
    const again = await agent.visit(`${origin}/sign-in?again`, { upTo: /.*/ });
    expect(new URL(again.way.at(-1) ?? '').searchParams.get('prompt')).toBe('login');
    expect(await countIn(one, 'monitor_sign_ins_total', 'no-access')).toBe(1);
  });

  it('that the person or the provider declines says so', async () => {
    nodes.provider.user = null;
    const page = await agent.visit(`${origin}/sign-in`);
    expectRefused(page, [403, 'You are not signed in']);
    expect(page.text).toContain('(access_denied)');
  });

  it('leads to no other address, whatever the request says', async () => {
    const elsewhere = 'https%3A%2F%2Fevil.example%2F';
    const begun = await agent.visit(`${origin}/sign-in?to=${elsewhere}&redirect_uri=${elsewhere}`, {
      upTo: /.*/,
    });
    const to = new URL(begun.way.at(-1) ?? '');
    expect(to.origin).toBe(nodes.provider.issuer);
    expect(to.searchParams.get('redirect_uri')).toBe(`${origin}/sign-in/callback`);
    const back = await wayBack();
    back.searchParams.set('to', 'https://evil.example/');
    const { text, status } = await agent.visit(back.href);
    expect([status, text.includes('evil')]).toEqual([200, false]);
  });

  it('has no other methods, and nothing else lies on its way', async () => {
    const status = async (method: string, path: string) =>
      (await fetch(origin + path, { method, redirect: 'manual' })).status;
    for (const path of ['/sign-in', '/sign-in/callback']) expect(await status('POST', path)).toBe(405);
    expect(await status('GET', '/sign-in/end')).toBe(405);
    expect(await status('GET', '/sign-in/none')).toBe(401);
    expect(await status('POST', '/sign-in/end')).toBe(403);
  });

  it('is held back when one network begins too many', async () => {
    const node = await nodes.startNode({});
    const answers = await Promise.all(
      Array.from(
        { length: 70 },
        async () => (await fetch(`${node.url}/sign-in`, { redirect: 'manual' })).status,
      ),
    );
    expect(new Set(answers)).toEqual(new Set([302, 429]));
  });
});

describe('a provider that does not answer', () => {
  it('keeps nobody from using a key, says so, and is asked again by the next person', async () => {
    const settings = { MONITOR_OIDC_ISSUER: 'http://127.0.0.1:9' };
    const node = await nodes.startNode(settings);
    const page = await agent.visit(`${node.url}/sign-in`);
    expectRefused(page, [503, 'The sign-in does not work now']);
    expect(page.text).toContain('Example Login does not answer as it should.');
    expect((await fetch(`${node.url}/`)).status).not.toBe(500);
    expect((await agent.call('GET', `${node.url}/sign-in/status`)).body.person).toBeNull();
    expect((await agent.visit(`${node.url}/sign-in`)).status).toBe(503);
    expect(await countIn(node, 'monitor_sign_ins_total', 'unavailable')).toBe(2);
    await eventually('operators see it too', async () => {
      const { body } = await node.app.inject({ url: '/metrics', headers: { host: 'monitor' } });
      return body.includes('\nmonitor_sign_in_provider_failing 1\n');
    });
  });

  it('of another name than its address is not believed', async () => {
    const issuer = nodes.provider.issuer.replace('127.0.0.1', 'localhost');
    const node = await nodes.startNode({ MONITOR_OIDC_ISSUER: issuer });
    expect((await agent.visit(`${node.url}/sign-in`)).status).toBe(503);
  });
});

describe('settings that change', () => {
  const callerOf = async (node: SignInNode) => (await agent.call('GET', `${node.url}/api/caller`)).body;

  it('give a session other scopes at its next request', async () => {
    await agent.visit(`${origin}/sign-in`);
    expect((await callerOf(one)).scopes).toEqual(['read', 'operate']);
    const more = await nodes.startNode({ MONITOR_OIDC_GROUPS: 'ops=admin' });
    expect((await callerOf(more)).scopes).toEqual(['read', 'operate', 'admin']);
    const less = await nodes.startNode({ MONITOR_OIDC_GROUPS: '*=read' });
    expect((await callerOf(less)).scopes).toEqual(['read']);
    const acted = await agent.call('POST', `${less.url}/api/maintenance`, {}, {});
    expect([acted.status, acted.body.detail]).toEqual([
      403,
      'This requires a group of yours with the scope "operate".',
    ]);
  });

  it.each([
    ['leave out its groups', { MONITOR_OIDC_GROUPS: 'admins=admin' }, 'no-access'],
    ['name another client', { MONITOR_OIDC_CLIENT_ID: 'other' }, 'settings'],
    ['take the groups from another claim', { MONITOR_OIDC_GROUPS_CLAIM: 'roles' }, 'settings'],
  ])('end a session, on every node, if they %s', async (_, more, reason) => {
    await agent.visit(`${origin}/sign-in`);
    const changed = await nodes.startNode(more);
    expect((await agent.call('GET', `${changed.url}/api/services`)).status).toBe(401);
    expect((await agent.call('GET', `${origin}/api/services`)).status).toBe(401);
    expect(await countIn(changed, 'monitor_sessions_refused_total', reason)).toBe(1);
  });

  it('to a shorter lifetime end what is older', async () => {
    await agent.visit(`${origin}/sign-in`);
    const node = await nodes.startNode({ MONITOR_SESSION_LIFETIME: '1s' });
    await eventually(
      'its second is over',
      () => agent.call('GET', `${node.url}/api/services`),
      ({ status }) => status === 401,
    );
    expect(await countIn(node, 'monitor_sessions_refused_total', 'expired')).toBeLessThanOrEqual(1);
    expect((await agent.call('GET', `${origin}/api/services`)).status).toBe(401);
  });
});
