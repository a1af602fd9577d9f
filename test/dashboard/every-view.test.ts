import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { faultsOfView, noFaults } from './faults-of-view.ts';
import type { Tab } from './open-tab.ts';
import { type Person, personAt } from './person-at.ts';
import { type Shop, startShop } from './shop/start-shop.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

let shop: Shop;
let tab: Tab;
let person: Person;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  shop = await startShop();
  ends.push(shop.stop);
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  person = personAt(tab);
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

/** An address, what it reads, and the button to press there, with what is asked then. */
type View = [hash: string, sign: RegExp, button?: string, asked?: RegExp];

function views(): View[] {
  const { idOf, ids, fleet } = shop;
  const incident = `#/incidents/${ids.incident}`;
  const [instance] = fleet.of('web');
  return [
    ['#/', /5 open incidents[^]*Maintenance of 1 service[^]*a-name-that-is-much/],
    ['#/?rows=compact', /recommendations/],
    ['#/?group=environment&rows=compact', /Grouped by environment/],
    ['#/?text=no-such-name', /Show all/],
    [`#/services/${idOf('web')}`, /Uptime/, 'Maintenance', /Begin maintenance/],
    [`#/services/${idOf('inventory')}`, /New disks/, 'End the maintenance', /End it now/],
    [`#/services/${idOf('checkout')}`, /Uptime/, 'Archive', /with all its instances/],
    [`#/instances/${instance?.instanceId}`, /The last hour/],
    ['#/incidents', /5 open incidents[^]*the cause of[^]*4 incidents/],
    [`#/incidents/${ids.acknowledged}`, /notes in public[^]*Charts of its start/],
    [incident, /Notifications/, 'Acknowledge', /Your name/],
    [incident, /Notifications/, 'Add a note', /Note/],
    [incident, /Notifications/, 'Silence for 1 hour', /Your name/],
    [incident, /Notifications/, 'Resolve', /by hand\?/],
    [`#/groups/${ids.group}`, /Where its services run/, 'Acknowledge all', /Note/],
    ['#/map?by=zone', /The same as a list/],
    ['#/map?by=host', /The same as a list/],
    ['#/wall', /services are Down/],
    ['#/channels', /old-pager[^]*410/, 'Drill', /Send the drill/],
    ['#/keys', /deploy pipeline/, 'Make a key', /Only for environments/],
    ['#/keys', /deploy pipeline/, 'Revoke', /for ever\?/],
    ['#/audit', /deploy pipeline/],
    ['#/monitor', /Heartbeats can arrive/],
    ['#/services/00000000-0000-8000-8000-000000000000', /Not found/],
    ['#/nowhere', /Not found/],
  ];
}

async function show([hash, sign, button, asked]: View): Promise<void> {
  // What was asked before is gone with the page that asked it.
  await tab.run(`location.hash = '#/gone'`);
  await person.sees(/Not found/);
  await tab.run(`location.hash = ${JSON.stringify(hash)}`);
  await person.sees(sign);
  if (button === undefined) return;
  await person.press(button);
  if (asked !== undefined) await person.sees(asked);
}

/** What a view needs until it stands still: readings of its parts, and charts that are loaded when their fold opens. */
async function standsStill(): Promise<void> {
  await tab.run(`{
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    // The day of an outage.
    document.querySelectorAll('.day')[90 - 18]?.click();
  }`);
  await eventually('all is read', async () => !/Reading …/.test(await person.text()));
  await eventually('charts are drawn', () =>
    tab.run<boolean>(`[...document.querySelectorAll('.plot')].every((each) => each.querySelector('canvas'))`),
  );
}

describe.skipIf(!hasBrowser)('every view (skipped without Chromium)', () => {
  it.each([
    ['light', 1_200],
    ['dark', 1_200],
    ['light', 930],
    ['light', 800],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'breaks no rule that axe knows, has no pale word, and fits the window (%s, %i wide)',
    async (scheme, width) => {
      await tab.prefer(scheme);
      await tab.picture({ width, height: 900 });
      const faults: Record<string, unknown> = {};
      const look = async (name: string) => {
        const found = await faultsOfView(tab);
        if (JSON.stringify(found) !== JSON.stringify(noFaults)) faults[name] = found;
      };
      const open = async (path: string, sign: RegExp) => {
        await tab.goTo(`${shop.monitor.url}${path}`);
        await person.sees(sign);
      };
      await tab.goTo(`${shop.monitor.url}/livez`);
      await tab.run('sessionStorage.clear()');
      await open('/', /Sign in with Example Login/);
      await look('the door');
      await giveKey(tab, 'smk_wrong');
      await person.sees(/does not accept this key/);
      await look('the door that refused');
      await giveKey(tab, shop.monitor.key);
      await person.sees(/\bLive\b/);
      for (const view of views()) {
        await show(view);
        await standsStill();
        await look(`${view[0]} ${view[2] ?? ''}`);
      }
      for (const [path, sign] of [
        ['/status', /Shop status/],
        [shop.links.acknowledge, /Acknowledge the (incident|outage) of/],
        [shop.links.drill, /Did this drill reach you/],
        ['/acknowledge/nothing', /not valid/],
        ['/sign-in', /You may not use this monitor/],
      ] as const) {
        await open(path, sign);
        await look(path);
      }
      expect(faults).toEqual({});
    },
  );
});
