import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetricSamples } from '../../src/store/history/metric-samples.ts';
import { createPartitions } from '../../src/store/partition.ts';
import { call } from '../http/call.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import type { Tab } from './open-tab.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

/** More than a wall has room for. */
const dead = 30;

const dayMs = 24 * 60 * 60 * 1000;
const startMs = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs;
const date = new Date(startMs).toISOString().slice(0, 10);

let monitor: Monitor;
let tab: Tab;
/** The service that is well, its instance, the incident of one that is not, and the instance of another one. */
const ids = { service: '', instance: '', incident: '', dead: '' };

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const text = () => tab.run<string>('document.body.innerText');
const shows = (what: string, words: RegExp) => eventually(what, async () => words.test(await text()), 20_000);

async function goTo(hash: string, sign: RegExp): Promise<void> {
  await tab.run(`location.hash = ${JSON.stringify(hash)}`);
  await shows(`${hash} shows ${sign}`, sign);
}

async function register(serviceName: string, port: number, version = '1.0') {
  const body = {
    serviceName,
    environment: 'test',
    hostname: 'here',
    port,
    version,
    metadata: { zone: `z${port % 2}` },
  };
  const registered = (await call(monitor, 'POST', '/api/services/register', { body })).body;
  const metadata = { cpu_percent: 12.5, memory_mb: 512, requests_per_minute: 90, active_connections: 4 };
  await call(monitor, 'POST', '/api/services/heartbeat', {
    body: { instanceId: registered.instanceId, metadata },
  });
  return registered;
}

/** A past that a test cannot wait for: a day with an outage, in which the monitor was blind, and an hour of metrics. */
async function writePast(): Promise<void> {
  const hour = (n: number) => startMs + n * (dayMs / 24);
  const changes = [`${hour(1)} Healthy`, `${hour(6)} Degraded`, `${hour(7)} Down`, `${hour(9)} Healthy`];
  await monitor.redis.del(`{m0}:history:${ids.service}`);
  await monitor.redis.rpush(`{m0}:history:${ids.service}`, ...changes);
  await monitor.redis.zadd('{m0}:blind', hour(12), `${hour(11)}:${hour(12)}`);
  const samples = createMetricSamples(monitor.redis as never, createPartitions(1));
  const last = Math.floor((await samples.now()) / 60_000);
  for (let ago = 50; ago >= 0; ago--) {
    const metrics = {
      cpuPercent: 20 + (ago % 9),
      memoryMb: 400,
      requestsPerMinute: ago,
      activeConnections: 2,
    };
    await samples.write(last - ago, [{ instanceId: ids.instance, metrics }]);
  }
}

beforeAll(async () => {
  if (!hasBrowser) return;
  // The one that is well stays so, however long these tests take.
  const file = `services:
  - { match: { service: "dies-*" }, heartbeatInterval: 100ms, downAfter: 400ms }
  - { match: { service: well }, heartbeatInterval: 1h }`;
  monitor = await startMonitor({}, file);
  ends.push(monitor.stop);
  await register('well', 1);
  const { serviceId, instanceId } = await register('well', 1, '1.1');
  Object.assign(ids, { service: serviceId, instance: instanceId });
  const died = await Promise.all(Array.from({ length: dead }, (_, i) => register(`dies-${i}`, i)));
  ids.dead = died[0].instanceId;
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  const { items } = await eventually(
    'all that fell silent have an incident',
    async () => (await call(monitor, 'GET', '/api/incidents?limit=200')).body,
    (body) => body.items?.length === dead,
    40_000,
  );
  ids.incident = items[0].incidentId;
  await writePast();
  // Small lines are read for what is on the screen.
  await tab.picture({ width: 1_200, height: 1_600 });
  await tab.goTo(monitor.url);
  await tab.run(`
    window.forbidden = [];
    document.addEventListener('securitypolicyviolation', (event) => window.forbidden.push(event.violatedDirective));
  `);
  await giveKey(tab, monitor.key);
  await shows('the list', /services are Down/);
});

const isLoaded = (name: string) =>
  tab.run<boolean>(`performance.getEntriesByType('resource').some(({ name }) => name.includes('${name}'))`);

const press = (element: string, key: string) =>
  tab.run(`{
    const target = document.querySelector(${JSON.stringify(element)});
    target.focus();
    const event = new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true });
    (document.activeElement ?? target).dispatchEvent(event);
  }`);

describe.skipIf(!hasBrowser)('the pictures of the page (skipped without Chromium)', () => {
  it('a day that is pressed shows its course, what the monitor did not see, and the way to other days', async () => {
    await goTo(`#/services/${ids.service}`, /Uptime/);
    await tab.run(`document.querySelector('.day[title^="${date}"]').click()`);
    await shows(
      'its course',
      /Not watched\s+1 h[^]*Healthy\s+5 h[^]*Degraded\s+1 h[^]*Down\s+2 h[^]*The monitor was blind\s+1 h/,
    );
    expect(await text()).toContain('None on this day.');
    await press('.day[aria-pressed=true]', 'ArrowRight');
    await tab.run('document.activeElement.click()');
    await shows('the next day', /None on this day/);
    const pressed = `document.querySelector('.day[aria-pressed=true]').title.slice(0, 10)`;
    expect(await tab.run(pressed)).toBe(new Date(startMs + dayMs).toISOString().slice(0, 10));
    expect(await tab.run(`document.querySelectorAll('.day[tabindex="0"]').length`)).toBe(1);
  });

  it('the day of an outage leads to its incident', async () => {
    const { body } = await call(monitor, 'GET', `/api/incidents/${ids.incident}`);
    await goTo(`#/services/${body.serviceId}`, /Uptime/);
    await tab.run(`[...document.querySelectorAll('.day')].at(-1).click()`);
    await eventually('the incident is listed in the day', () =>
      tab.run(`document.querySelector('.day-detail a[href="#/incidents/${ids.incident}"]') !== null`),
    );
  });

  it('charts are loaded and drawn where they are opened, and the policy has nothing to forbid', async () => {
    await goTo(`#/services/${ids.service}`, /Charts of the last hour/);
    await eventually(
      'a small line for each metric',
      async () => (await tab.run<number>(`document.querySelectorAll('.spark').length`)) === 4,
    );
    expect(await isLoaded('draw-chart')).toBe(false);
    await tab.run(`document.querySelector('.charts-fold').open = true`);
    await eventually(
      'four charts',
      async () => (await tab.run<number>(`document.querySelectorAll('.plot canvas').length`)) === 4,
    );
    await shows('them in words', /here:1: 20 % last, 20 % to 28 %[^]*Version 1\.1 after 1\.0/);
    expect(await isLoaded('draw-chart')).toBe(true);
    const inks = `(() => {
      const { width, height } = document.querySelector('.plot canvas');
      const data = document.querySelector('.plot canvas').getContext('2d').getImageData(0, 0, width, height).data;
      return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
    })()`;
    expect(await tab.run<number>(inks)).toBeGreaterThan(5);
    await goTo(`#/incidents/${ids.incident}`, /Charts of its start/);
    await tab.run(`document.querySelector('.charts-fold').open = true`);
    await shows('that there are none, or what they say', /No metrics of the last hour|last, /);
    expect(await tab.run('window.forbidden')).toEqual([]);
  });

  it('the wall shows the worst, counts what it has no room for, and nothing on it scrolls', async () => {
    await tab.picture({ width: 1_920, height: 1_080 });
    await goTo('#/wall', new RegExp(`${dead} services are Down`));
    const { rows, scrolls } = await tab.run<{ rows: number; scrolls: boolean }>(`({
      rows: document.querySelectorAll('.wall-row').length,
      scrolls: document.documentElement.scrollHeight > innerHeight ||
        [...document.querySelectorAll('.wall, .wall-place')].some((each) => each.scrollHeight > each.clientHeight),
    })`);
    expect(rows).toBeGreaterThan(10);
    expect(scrolls).toBe(false);
    expect(await text()).toContain(`and ${dead - rows} more: ${dead - rows} Down`);
  });

  it('the map names the cell that the arrow keys reach, draws a change, and leads to the instance', async () => {
    await goTo('#/map?by=zone', /The same as a list/);
    const drawn = () => tab.run<string>(`document.querySelector('.cell-map canvas').toDataURL()`);
    const before = await drawn();
    await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId: ids.dead } });
    await eventually('it is drawn', async () => (await drawn()) !== before);
    await press('.cell-map', 'End');
    await shows('the last cell', /here:1\s+well/);
    await press('.cell-map', 'Enter');
    await shows('the instance', /instance of well/);
    expect(await tab.run('location.hash')).toBe(`#/instances/${ids.instance}`);
  });

  it('the wall says it loudly when the monitor cannot be reached', async () => {
    await goTo('#/wall', /services are Down/);
    await tab.run(`
      const wait = window.setTimeout;
      window.setTimeout = (run, ms) => wait(run, ms / 10);
      window.fetch = () => Promise.reject(new TypeError('cut'));
      document.dispatchEvent(new Event('visibilitychange'));
    `);
    await shows('the sign', /No contact to the monitor[^]*This is the state of/);
  });
});
