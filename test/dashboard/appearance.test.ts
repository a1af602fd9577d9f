import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../http/call.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import type { Tab } from './open-tab.ts';
import { paleTexts } from './pale-texts.ts';
import { type BadPath, spoilers, startBadPath } from './start-bad-path.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

/** More than the page lists of incidents. */
const sickServices = 80;

let monitor: Monitor;
let path: BadPath;
let tab: Tab;

const text = () => tab.run<string>('document.body.innerText');

async function register(serviceName: string, port: number, metadata: object = {}): Promise<void> {
  const body = { serviceName, environment: 'test', hostname: 'here', port, metadata };
  const { instanceId } = (await call(monitor, 'POST', '/api/services/register', { body })).body;
  if (!serviceName.startsWith('silent'))
    await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId, metadata } });
}

beforeAll(async () => {
  if (!hasBrowser) return;
  // The one that is well stays so, however long these tests take.
  const file = `services:
  - { match: { service: "s*" }, heartbeatInterval: 100ms, downAfter: 400ms }
  - { match: { service: well }, heartbeatInterval: 1h }`;
  monitor = await startMonitor({}, file);
  ends.push(monitor.stop);
  await register('well', 1, { note: 'alpha \u202etxt.exe\u202c omega', 'na\u202eme': 1 });
  await Promise.all(
    Array.from({ length: sickServices }, (_, i) => register(`${i % 2 ? 'silent' : 'sick'}-${i}`, i)),
  );
  await eventually(
    'all that fell silent have an incident',
    async () => {
      const { status, body } = await call(monitor, 'GET', '/api/services?limit=200');
      if (status === 503) return 'no answer';
      return body.items.filter(
        ({ openIncidentId }: { openIncidentId: string | null }) => openIncidentId !== null,
      ).length;
    },
    (open) => open === sickServices,
    90_000,
  );
  path = await startBadPath(monitor.url);
  ends.push(path.close);
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  await tab.goTo(path.url);
  await giveKey(tab, monitor.key);
  // All waits of the page are a tenth of what they are: seconds between two readings would be long for these tests.
  await tab.run('const wait = window.setTimeout; window.setTimeout = (run, ms) => wait(run, ms / 10);');
});

/** Ends what was started, also where the rest could not be. */
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function goTo(hash: string, sign: RegExp): Promise<void> {
  await tab.run(`location.hash = ${JSON.stringify(hash)}`);
  await eventually(`${hash} shows ${sign}`, async () => sign.test(await text()), 20_000);
}

describe.skipIf(!hasBrowser)('the page, as it is seen,', () => {
  beforeEach(() => {
    path.spoil = null;
  });

  it('counts as many open incidents as there are services with one, everywhere', async () => {
    await goTo('#/', new RegExp(`${sickServices} services are Down`));
    expect(await text()).toContain(`${sickServices} open incidents`);
    expect(await tab.run(`document.querySelector('.count').innerText`)).toContain(String(sickServices));
    await goTo('#/incidents', new RegExp(`^${sickServices} open incidents`, 'm'));
    const rows = `document.querySelectorAll('[aria-label="Open incidents"] > li').length`;
    expect(await tab.run(rows)).toBe(sickServices);
  });

  it('keeps the columns of its lists, also where a row says more', async () => {
    const { items } = (await call(monitor, 'GET', '/api/incidents?limit=1')).body;
    const body = { by: 'Somebody with a long name' };
    await call(monitor, 'POST', `/api/incidents/${items[0].incidentId}/acknowledge`, { body });
    await goTo('#/incidents', /acknowledged by Somebody with a long name/);
    const places = await tab.run<number[]>(
      `[...document.querySelectorAll('.row.incident .since')].map((cell) => cell.getBoundingClientRect().left)`,
    );
    expect(places).toHaveLength(sickServices);
    expect([...new Set(places)]).toHaveLength(1);
  });

  it('shows overrides of the direction of writing, and lets none of them turn anything round', async () => {
    const { items } = (await call(monitor, 'GET', '/api/services?name=well')).body;
    await goTo(`#/services/${items[0].serviceId}`, /All details/);
    await tab.run(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
    const shown = await text();
    expect(shown).toContain('alpha ⟨U+202E⟩txt.exe⟨U+202C⟩ omega');
    expect(shown).toContain('na⟨U+202E⟩me');
    expect(shown).not.toMatch(/[\u202a-\u202e]/);
  });

  it.each(['light', 'dark'] as const)(
    'has no text that is hard to read (%s), also when it is old',
    async (scheme) => {
      await tab.prefer(scheme);
      const { items } = (await call(monitor, 'GET', '/api/incidents?limit=1')).body;
      const pages: [string, RegExp][] = [
        ['#/', /open incidents/],
        [`#/services/${items[0].serviceId}`, /All details/],
        ['#/incidents', /Past incidents/],
        [`#/incidents/${items[0].incidentId}`, /Timeline/],
      ];
      for (const [hash, sign] of pages) {
        await goTo(hash, sign);
        const fresh = await tab.run<{ seen: number; pale: string[] }>(paleTexts);
        expect(fresh.seen).toBeGreaterThan(20);
        expect({ hash, pale: fresh.pale }).toEqual({ hash, pale: [] });
        path.spoil = spoilers['is a 502 of a proxy'];
        await eventually('it is old', async () => /No contact/.test(await tab.run('document.title')), 20_000);
        const old = await tab.run<{ pale: string[] }>(paleTexts);
        expect({ hash, isOld: true, pale: old.pale }).toEqual({ hash, isOld: true, pale: [] });
        path.spoil = null;
        await eventually(
          'it is new',
          async () => !/No contact/.test(await tab.run('document.title')),
          90_000,
        );
      }
    },
  );

  it('keeps the order of its list under the pointer, and puts it right when that leaves', async () => {
    await goTo('#/', /open incidents/);
    const names = () =>
      tab.run<string[]>(`[...document.querySelectorAll('.row .name strong')].map((name) => name.innerText)`);
    const point = (type: string) =>
      tab.run(
        `document.querySelector('.rows').parentElement.dispatchEvent(new PointerEvent('${type}', { pointerType: 'mouse' }))`,
      );
    const before = await names();
    await point('pointerenter');
    await register('silent', 1_000);
    await eventually('it is Down', async () =>
      /^silent[^-]/m.test(await text()) ? /Down\s+silent[^-]/.test(await text()) : false,
    );
    const held = await names();
    expect(held).toEqual([...before, 'silent']);
    await point('pointerleave');
    await eventually('it stands where it belongs', async () => (await names()).at(-1) !== 'silent');
  });

  it('shows the same list to who gets its address', async () => {
    await goTo('#/?status=Down&text=sick-1&sort=name&group=environment', /Grouped by environment/);
    await eventually('the list is filtered', async () => !/silent-/.test(await text()));
    expect(await tab.run(`document.querySelector('#text').value`)).toBe('sick-1');
    await tab.run(`
      const sort = document.querySelector('#sort');
      sort.value = 'worst';
      sort.dispatchEvent(new Event('change', { bubbles: true }));
    `);
    await eventually(
      'the address says what was chosen',
      async () => (await tab.run('location.hash')) === '#/?text=sick-1&status=Down&group=environment',
    );
    await goTo('#/incidents', /Past incidents/);
    await tab.run(`document.querySelector('nav a').click()`);
    await eventually('the way back leads to the same', async () =>
      /Grouped by environment/.test(await text()),
    );
    expect(await tab.run(`document.querySelector('#text').value`)).toBe('sick-1');
  });

  it('goes on telling in its title when nobody looks', async () => {
    await goTo('#/', /open incidents/);
    await tab.run(`
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
    await register('silent-at-last', 999);
    const title = () => tab.run<string>('document.title');
    await eventually(
      'the title says it',
      async () => (await title()).startsWith(`${sickServices + 2} Down`),
      20_000,
    );
  });
});
