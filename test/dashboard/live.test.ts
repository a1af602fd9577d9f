import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../http/call.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import type { Tab } from './open-tab.ts';
import { type Browser, giveKey, hasBrowser, startBrowser } from './start-browser.ts';

let monitor: Monitor;
let browser: Browser;
let tab: Tab;

const times = {
  MONITOR_HEARTBEAT_INTERVAL: '500ms',
  MONITOR_HEARTBEAT_GRACE: '200ms',
  MONITOR_DOWN_AFTER: '2s',
};

beforeAll(async () => {
  if (!hasBrowser) return;
  monitor = await startMonitor(times);
  browser = await startBrowser();
  tab = browser.tab;
});

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.stop();
  await monitor.stop();
});

const text = () => tab.run<string>('document.body.innerText');
const shows = (what: string, words: RegExp) => eventually(what, async () => words.test(await text()));

/** From now on it is counted how often the page asks for the list of services, from the moment at which it does. */
const countListReads = () =>
  tab.run(`
    window.listReads = 0;
    const ask = window.fetch;
    window.fetch = (path, options) => {
      if (String(path).startsWith('/api/services?')) window.listReads += 1;
      return ask(path, options);
    };
  `);
const listReads = () => tab.run<number>('window.listReads');

/** Registers a service, and lets it beat once. */
async function appear(to: Monitor, serviceName: string): Promise<string> {
  const body = { serviceName, environment: 'test', instanceId: 'one' };
  const { instanceId } = (await call(to, 'POST', '/api/services/register', { body })).body;
  await call(to, 'POST', '/api/services/heartbeat', { body: { instanceId } });
  return instanceId;
}

test.skipIf(!hasBrowser)(
  'an outage is seen from its beginning to its end without a reload and without reading a list again (skipped without Chromium)',
  async () => {
    // Without any service the page would be that of a newcomer.
    await appear(monitor, 'first');
    await tab.goTo(`${monitor.url}/`);
    await countListReads();
    await giveKey(tab, monitor.key);
    await shows('it is live', /\bLive\b/);
    await shows('the first service', /first/);
    const before = await listReads();
    const instanceId = await appear(monitor, 'dies');
    await shows('the new service is well', /dies[\s\S]*Healthy|Healthy[\s\S]*dies/);
    await shows('services are Down', /services are Down/);
    await shows('their incidents', /2 open incidents/);
    const [incident] = (await call(monitor, 'GET', '/api/incidents')).body.items;
    await tab.run(`location.hash = '#/incidents/${incident.incidentId}'`);
    await shows('the incident', /Down/);
    const act = { by: 'Ada Lovelace', note: null };
    await call(monitor, 'POST', `/api/incidents/${incident.incidentId}/acknowledge`, { body: act });
    await shows('who acknowledged it', /Ada Lovelace/);
    await tab.run(`location.hash = '#/'`);
    await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId } });
    await shows('it is heard again', /Recovered/);
    expect(await listReads()).toBe(before);
  },
  60_000,
);

test.skipIf(!hasBrowser)(
  'where streams are refused the page asks for the lists instead (skipped without Chromium)',
  async () => {
    const other = await startMonitor({ ...times, MONITOR_EVENT_STREAMS: '0' });
    try {
      await appear(other, 'asked');
      await tab.goTo(`${other.url}/`);
      await giveKey(tab, other.key);
      await shows('the service', /asked/);
      await shows('when it was read', /Read just now/);
    } finally {
      await other.stop();
    }
  },
  60_000,
);
