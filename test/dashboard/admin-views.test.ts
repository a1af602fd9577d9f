import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../http/call.ts';
import { makeKey } from '../http/make-key.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { faultsOfView, noFaults } from './faults-of-view.ts';
import type { Tab } from './open-tab.ts';
import { type Person, personAt } from './person-at.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

/** Runs, if a page makes HTML of it. */
const hostile = '<img src=x onerror="window.ran = true">';

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let tab: Tab;
let person: Person;
const ends: (() => Promise<unknown>)[] = [];

const get = async (path: string) => (await call(monitor, 'GET', path)).body;
const timesDone = async (act: string) => (await get(`/api/audit?limit=200&act=${act}`)).items.length;

/** What has the focus, by its label or by its words. */
const focused = () =>
  tab.run<string>(`(document.activeElement.labels?.[0] ?? document.activeElement).innerText.trim()`);

async function openPage(key: string): Promise<void> {
  await tab.goTo(`${monitor.url}/`);
  await giveKey(tab, key);
  await person.sees(/\bLive\b|Monitor your first|Forget key/);
}

beforeAll(async () => {
  if (!hasBrowser) return;
  receiver = await startHttpReceiver();
  ends.push(receiver.close);
  const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;
  const hook = (id: string, url: string) =>
    `{ id: ${id}, type: webhook, url: "${url}", secret: "${secret}" }`;
  monitor = await startMonitor(
    { MONITOR_PUBLIC_URL: 'https://monitor.example.com' },
    `channels: [${hook('gone', `${receiver.url}/gone`)}, ${hook('on-call', receiver.url)}]`,
  );
  ends.push(monitor.stop);
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  person = personAt(tab);
  await openPage(monitor.key);
  await tab.run(`
    window.forbidden = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.forbidden.push(violatedDirective));
  `);
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

describe.skipIf(!hasBrowser)('a person with a key that may administer (skipped without Chromium)', () => {
  it('tests channels and reads how that went, each time once', async () => {
    await person.goTo('#/channels', '2 channels');
    await person.press('Send a test', 2, '.cards > li:nth-child(2)');
    await person.sees(/It was sent in \d+ ms/);
    expect(receiver.requests).toHaveLength(1);
    await person.press('Send a test', 1, '.cards > li:nth-child(1)');
    await person.sees(/It was not sent: receiver answered 410/);
    expect(await timesDone('channel-tested')).toBe(2);
    await person.sees(/Works\s+on-call/);
    await person.sees(/Last test failed\s+gone[\s\S]*Last test\s+failed .* receiver answered 410/);
  });

  it('sends a drill after it was asked, and sees who confirmed it', async () => {
    await person.press('Drill', 1, '.cards > li:nth-child(2)');
    await person.sees(/Send a message that asks whoever reads it/);
    expect(await timesDone('channel-drilled')).toBe(0);
    await person.press('Send the drill', 2);
    await person.sees(/It was sent\. Who confirms it will stand here/);
    expect(await timesDone('channel-drilled')).toBe(1);
    const [link] = receiver.requests.flatMap(({ body }) => /\/acknowledge\/[\w.-]+/.exec(body) ?? []);
    const confirmed = await fetch(`${monitor.url}${link}`, {
      method: 'POST',
      body: new URLSearchParams({ by: 'Grace Hopper' }),
    });
    expect(confirmed.status).toBe(200);
    await person.goTo('#/monitor', 'The monitor is well');
    await person.goTo('#/channels', '1 of 2 channels fails');
    await person.sees(/by Grace Hopper, in a drill/);
  });

  it('makes a key with bounds, sees it once, and revokes it after it was asked', async () => {
    await person.goTo('#/keys', '1 API key');
    await person.press('Make a key');
    await person.fill('Name', hostile);
    await person.fill('read', 'on');
    await person.fill('Only for services', 'shop-*, cart');
    await person.fill('Instances at most', '7');
    await person.fill('Expires', 'day');
    await person.fill('Last day', '2020-01-01');
    await person.press('Make the key', 2);
    await person.sees(/It was not saved: one thing is not right/);
    expect(await focused()).toMatch(/^Last day/);
    await person.fill('Last day', '2999-12-31');
    await person.press('Make the key', 2);
    await person.sees(/Copy the key now/);
    expect(await faultsOfView(tab)).toEqual(noFaults);
    const text = await tab.run<string>(`document.querySelector('.shown-once code').innerText`);
    expect(await timesDone('key-created')).toBe(1);
    const caller = () => call({ url: monitor.url, key: text }, 'GET', '/api/caller');
    expect((await caller()).body).toMatchObject({
      ...{ name: hostile, scopes: ['read'], environments: [], services: ['shop-*', 'cart'] },
    });
    const { items } = await get('/api/keys');
    expect(items.at(-1)).toMatchObject({
      maxInstances: 7,
      expiresAt: new Date('2999-12-31T23:59:59').toISOString(),
    });
    expect(await focused()).toMatch(/^Copy the key now/);
    await person.press('I have it');
    expect(await focused()).toBe('Make a key');
    await eventually('the key is gone from the page', async () =>
      tab.run<boolean>(`!document.documentElement.outerHTML.includes(${JSON.stringify(text)})`),
    );
    await person.sees(/only for service shop-\*, service cart/);
    await person.sees(/at most 7 instances/);
    await person.press('Revoke');
    await person.press('Cancel');
    expect(await focused()).toBe('Revoke');
    await person.press('Revoke');
    await person.sees(/Revoke it for ever\?/);
    expect((await caller()).status).toBe(200);
    await person.press('Revoke', 2);
    await person.sees(/1 API key\b/);
    expect(await focused()).toMatch(/^MONITOR_API_KEY/);
    await eventually('it is refused', async () => (await caller()).status === 401);
    expect(await timesDone('key-revoked')).toBe(1);
  });

  it('looks through the audit log, by what was done and by whom, page by page', async () => {
    for (let i = 0; i < 60; i++) {
      const body = { name: `many ${i}`, scopes: ['read'] };
      expect((await call(monitor, 'POST', '/api/keys', { body })).status).toBe(201);
    }
    await person.goTo('#/audit', 'Audit log');
    await person.sees(/many 59: read/);
    const rows = () => tab.run<number>(`document.querySelectorAll('.record').length`);
    expect(await rows()).toBe(50);
    await person.press('Show older entries');
    await eventually('older ones are listed', rows, (count) => count > 60);
    await person.fill('What was done', 'key-revoked');
    await eventually('only that is listed', rows, (count) => count === 1);
    expect(await tab.run('location.hash')).toBe('#/audit?act=key-revoked');
    expect(await person.text()).toContain(hostile);
    await person.fill('Name of the key', 'nobody*');
    await person.sees(/There is no such entry/);
  });

  it('sees how the monitor itself is', async () => {
    await person.goTo('#/monitor', 'The monitor is well');
    await person.sees(
      /Heartbeats can arrive\s+yes[\s\S]*Checks\s+none is late[\s\S]*1 node[\s\S]*with a worker/,
    );
  });

  it('runs nothing of what anybody named anything', async () => {
    expect(await tab.run('[window.ran ?? false, window.forbidden]')).toEqual([false, []]);
  });
});

describe.skipIf(!hasBrowser)('a person whose key may only read (skipped without Chromium)', () => {
  it('is offered no administration, and stays signed in where that is asked for', async () => {
    const key = await makeKey(monitor.redis, { scopes: ['read'] });
    const as = { url: monitor.url, key };
    await eventually('the key is known', async () => (await call(as, 'GET', '/api/caller')).status === 200);
    await person.press('Forget key');
    await tab.goTo(`${monitor.url}/livez`);
    await tab.goTo(`${monitor.url}/`);
    await giveKey(tab, key);
    await person.goTo('#/monitor', 'The monitor is well');
    const links = `[...document.querySelectorAll('nav a')].map((link) => link.innerText.trim())`;
    expect(await tab.run(links)).toEqual(['Services', 'Incidents', 'Map', 'Monitor']);
    await person.goTo('#/keys', 'Not with this key');
    await person.goTo('#/monitor', 'The monitor is well');
  });
});
