import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../http/call.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import type { Tab } from './open-tab.ts';
import { type BadPath, foreignWords, spoilers, startBadPath } from './start-bad-path.ts';
import { type Browser, giveKey, hasBrowser, startBrowser } from './start-browser.ts';

let monitor: Monitor;
let path: BadPath;
let browser: Browser;
let tab: Tab;
let made = 0;

/** Names of services show whether the page goes on reading. */
async function makeService(): Promise<string> {
  const serviceName = `service-${++made}`;
  const body = { serviceName, environment: 'test', hostname: 'here', port: 1 };
  const { instanceId } = (await call(monitor, 'POST', '/api/services/register', { body })).body;
  await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId } });
  return serviceName;
}

/** One that was never heard of again. */
async function makeOutage(): Promise<string> {
  const body = { serviceName: 'sick', environment: 'test', hostname: 'here', port: 2 };
  await call(monitor, 'POST', '/api/services/register', { body });
  return eventually('its incident is open', async () => {
    const { items } = (await call(monitor, 'GET', '/api/incidents')).body;
    return items[0]?.incidentId;
  });
}

/** Rests between two readings are a fifth of what they are; time-outs are what they are. */
async function open(url: string): Promise<void> {
  await tab.goTo(url);
  await tab.run('const wait = window.setTimeout; window.setTimeout = (run, ms) => wait(run, ms / 5);');
  await eventually('the page is drawn', () => tab.run(`document.querySelector('main') !== null`));
  if (await tab.run(`document.querySelector('#key') !== null`)) await giveKey(tab, monitor.key);
}

const text = () => tab.run<string>('document.body.innerText');
const banner = () => tab.run<string>(`document.querySelector('.banner')?.innerText ?? ''`);
const isGrey = () => tab.run<boolean>(`document.querySelector('main').classList.contains('stale')`);
const shows = async (name: string) => (await text()).includes(name);

async function isLoud(): Promise<boolean> {
  return (
    (await banner()) !== '' &&
    (await isGrey()) &&
    (await tab.run<string>('document.title')).startsWith('No contact')
  );
}

async function isWellAgain(): Promise<boolean> {
  return (await banner()) === '' && !(await isGrey());
}

beforeAll(async () => {
  if (!hasBrowser) return;
  monitor = await startMonitor(
    {},
    'services: [{ match: { service: sick }, heartbeatInterval: 100ms, downAfter: 400ms }]',
  );
  path = await startBadPath(monitor.url);
  browser = await startBrowser();
  tab = browser.tab;
});

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.stop();
  await path.close();
  await monitor.stop();
});

describe.skipIf(!hasBrowser)('the page, when an answer', () => {
  beforeEach(async () => {
    path.spoil = null;
    await open(path.url);
    const name = await makeService();
    await eventually('what is there is shown', () => shows(name), 60_000);
  });

  it.each(Object.entries(spoilers))('%s: says so, turns grey, and comes back', async (_, spoil) => {
    path.spoil = spoil;
    await eventually('it says that something is wrong', isLoud, 60_000);
    expect(await banner()).toMatch(/This page shows the state of [-\d]+ [:\d]+, .* ago/);
    // What cannot be drawn is taken back in a second drawing, and nothing better comes as long as the answers are bad.
    await eventually('what was there is still shown', () => shows(`service-${made}`));
    path.spoil = null;
    const name = await makeService();
    await eventually('it reads again', async () => (await shows(name)) && isWellAgain(), 60_000);
  });

  it('is wrong from the first one on: says so and comes back', async () => {
    path.spoil = spoilers['is the page of a captive portal'];
    await open(`${path.url}/?again`);
    await eventually('it says that something is wrong', isLoud, 60_000);
    expect(await banner()).toMatch(/Since [-\d]+ [:\d]+/);
    path.spoil = null;
    await eventually('it reads again', async () => (await shows('service-1')) && isWellAgain(), 60_000);
  });

  it('holds a status that it does not know: shows the word, and goes on', async () => {
    const incidentId = await makeOutage();
    path.spoil = foreignWords;
    await eventually('the word is shown', () => shows('Hibernating'), 60_000);
    for (const page of ['#/incidents', `#/incidents/${incidentId}`]) {
      await tab.run(`location.hash = '${page}'`);
      await eventually(`the word is shown on ${page}`, () => shows('contested'), 60_000);
    }
    await tab.run(`location.hash = '#/'`);
    const name = await makeService();
    await eventually('it goes on', () => shows(name), 60_000);
    expect(await isWellAgain()).toBe(true);
  });

  it('does not come for long: what is shown is called old before anything else is known', async () => {
    path.spoil = spoilers['never comes'];
    // Half an hour, as after a night of the laptop.
    await tab.run('const now = Date.now; Date.now = () => now() + 1_800_000;');
    await eventually('it says how old it is', isLoud, 5_000);
    expect(await banner()).toMatch(/This page shows the state of [-\d]+ [:\d]+, 30 min .*ago/);
  });
});
