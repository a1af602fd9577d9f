import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../http/call.ts';
import { makeKey } from '../http/make-key.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { writeGroup } from '../http/write-group.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import type { Tab } from './open-tab.ts';
import { type Person, personAt } from './person-at.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

const intervalMs = 300;

let monitor: Monitor;
let tab: Tab;
let person: Person;
let dying: BeatingInstance;
const instances: BeatingInstance[] = [];
const ends: (() => Promise<unknown>)[] = [];

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const get = async (path: string) => (await call(monitor, 'GET', path)).body;

/** What the audit log has of an act. */
async function timesDone(act: string): Promise<number> {
  const { items } = await get('/api/audit?limit=200');
  return items.filter((entry: { act: string }) => entry.act === act).length;
}

async function start(serviceName: string, hostname: string): Promise<BeatingInstance> {
  const instance = await startInstance([monitor.url], { serviceName, hostname }, intervalMs, monitor.key);
  instances.push(instance);
  return instance;
}

async function openPage(key: string): Promise<void> {
  await tab.run('sessionStorage.clear()').catch(() => undefined);
  await tab.goTo(`${monitor.url}/livez`);
  await tab.goTo(`${monitor.url}/`);
  await giveKey(tab, key);
  await person.sees(/\bLive\b/);
}

beforeAll(async () => {
  if (!hasBrowser) return;
  const receiver = await startHttpReceiver();
  ends.push(receiver.close);
  const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;
  monitor = await startMonitor(
    {
      MONITOR_HEARTBEAT_INTERVAL: `${intervalMs}ms`,
      MONITOR_HEARTBEAT_GRACE: '300ms',
      MONITOR_DOWN_AFTER: '1500ms',
      MONITOR_BADGES: 'stays',
    },
    [
      `channels: [{ id: gone, type: webhook, url: "${receiver.url}/gone", secret: "${secret}" }]`,
      `maintenance: [{ match: { service: "of-file" }, startsAt: "${inHours(-1)}", endsAt: "${inHours(1)}" }]`,
    ].join('\n'),
  );
  ends.push(monitor.stop);
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  person = personAt(tab);
  await start('stays', 'h1');
  dying = await start('checkout', 'h2');
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.die()));
  for (const end of ends.toReversed()) await end();
});

describe.skipIf(!hasBrowser)('a person with a key that may operate (skipped without Chromium)', () => {
  it('sees a service die, acknowledges its incident by a button, and sees it recover, without a reload', async () => {
    await openPage(monitor.key);
    await tab.run('window.isTheSame = true');
    await person.sees(/All 2 services are healthy|Healthy[\s\S]*checkout/i);
    await dying.die();
    await person.sees(/Degraded[\s\S]*checkout/);
    await person.sees(/checkout[\s\S]*1 Down|1 service is Down/);
    await person.sees(/1 open incident/);
    await tab.run(`document.querySelector('a[href="#/incidents"]').click()`);
    await person.sees(/Open[\s\S]*checkout/);
    await tab.run(`document.querySelector('main a[href^="#/incidents/"]').click()`);
    await person.sees(/nobody yet/);
    await person.press('Acknowledge');
    await person.fill('Your name', 'Ada Lovelace');
    await person.press('Acknowledge', 2);
    await person.sees(/Ada Lovelace looks at it/);
    expect(await timesDone('incident-acknowledged')).toBe(1);
    await dying.revive();
    await person.sees(/Recovered/);
    expect(await tab.run('window.isTheSame')).toBe(true);
  });

  it('adds a note, silences the service, and resolves the incident, each once and under the name said before', async () => {
    await dying.die();
    // The same incident or, if it was quiet for long enough in between, another one.
    const [{ incidentId }] = await eventually('it is Down again', async () => {
      const { items } = await get('/api/incidents?state=open');
      return items.length > 0 && items;
    });
    await person.goTo(`#/incidents/${incidentId}`, 'checkout');
    await person.press('Add a note');
    await person.fill('Note', 'the disk is full\n<img src=x onerror="window.ran=true">');
    await person.press('Add a note', 2);
    await person.sees(/Ada Lovelace notes: the disk is full/);
    expect(await tab.run('window.ran ?? false')).toBe(false);
    expect(await tab.run(`document.querySelectorAll('img').length`)).toBe(0);
    await person.press('Silence for 1 hour', 2);
    await person.sees(/messages held until/);
    await person.press('Resolve');
    await person.sees(/Resolve the incident by hand\?/);
    expect(await timesDone('incident-resolved')).toBe(0);
    await person.press('Resolve', 2);
    await person.sees(/Ada Lovelace resolved it/);
    const body = { by: 'Ada', note: 'db-7 is down', public: true };
    await call(monitor, 'POST', `/api/incidents/${incidentId}/notes`, { body });
    await person.press('Take back').then(() => person.sees(/off the status pages and their feeds\?/));
    await person.press('Take back', 2);
    await person.sees(/taken off the status pages by Ada Lovelace/);
    const done = ['maintenance-declared', 'incident-resolved', 'incident-note-retracted'].map(timesDone);
    expect(await Promise.all([...done, timesDone('incident-noted')])).toEqual([1, 1, 1, 2]);
  });

  it('sends a message again that was given up', async () => {
    await person.press('Send again', 2);
    await person.sees(/It is sent again/);
    expect(await timesDone('notification-replayed')).toBe(1);
  });

  it('copies the badge of a service whose badge is public, and reads what to set for the others', async () => {
    const { items } = await get('/api/services?name=stays');
    const path = `/badge/${items[0].serviceId}.svg`;
    await person.goTo(`#/services/${items[0].serviceId}`, 'stays');
    await tab.run(`
      window.copied = [];
      navigator.clipboard.writeText = async (text) => void window.copied.push(text);
    `);
    await person.press('Copy badge');
    await eventually('the badge is shown', () =>
      tab.run<boolean>(`document.querySelector('.badge-fold img')?.naturalWidth > 0`),
    );
    const copy = (i: number) => tab.run(`document.querySelectorAll('.badge-line button')[${i}].click()`);
    await copy(0);
    await person.fill('What it shows', 'uptime');
    await copy(1);
    const [markdown, html] = await tab.run<string[]>('window.copied');
    expect(markdown).toContain(`](${monitor.url}${path})](${monitor.url}/#/services/`);
    expect(html).toContain(`src="${monitor.url}${path}?show=uptime&amp;days=30"`);
    await person.goTo(`#/services/${dying.serviceId}`, 'checkout');
    await person.press('Copy badge');
    await person.sees(/is not public\. MONITOR_BADGES names/);
    expect(await tab.run(`document.querySelector('.badge-fold img')`)).toBe(null);
  });

  it('ends a maintenance and declares one with a length and a note', async () => {
    await person.goTo(`#/services/${dying.serviceId}`, 'checkout');
    await person.press('End the maintenance');
    await person.press('End the maintenance', 2);
    await eventually(
      'it is over',
      async () => (await get(`/api/services/${dying.serviceId}`)).maintenance === null,
    );
    await person.press('Maintenance');
    await person.fill('For', '2h');
    await person.fill('Note', 'new disk');
    await person.press('Begin maintenance', 2);
    await person.sees(/messages held until[\s\S]*new disk \(Ada Lovelace\)/);
    const { items } = await get('/api/maintenance');
    const own = items.filter(({ note }: { note: string }) => note === 'new disk');
    expect(own).toMatchObject([
      { match: { service: 'checkout', environment: 'production' }, by: 'Ada Lovelace' },
    ]);
    const lengthMs = Date.parse(own[0].endsAt) - Date.parse(own[0].startsAt);
    expect(lengthMs).toBe(2 * 60 * 60 * 1000);
  });

  it('reads beside the button why the monitor refuses', async () => {
    const held = await start('of-file', 'h3');
    await person.goTo(`#/services/${held.serviceId}`, 'of-file');
    await person.press('End the maintenance');
    await person.press('End the maintenance');
    const told = () => tab.run<string>(`document.querySelector('.acts .told').innerText`);
    await eventually('it says why', told, (words) => /monitor\.yaml/.test(words));
    expect(await timesDone('maintenance-ended')).toBe(3);
  });

  it('acknowledges all incidents of an outage group, and sees where its services run', async () => {
    await instances[0]?.die();
    const [incident] = await eventually('its incident is open', async () => {
      const { items } = await get('/api/incidents?state=open');
      return items.length === 1 && items;
    });
    expect(incident.serviceName).toBe('stays');
    const groupId = await writeGroup(monitor.redis, {
      ...{ host: 'h1', startedAtMs: Date.now(), endedAtMs: null },
      incidents: [{ ...incident, isOver: false }],
    });
    await person.goTo(`#/groups/${groupId}`, 'Host h1');
    await person.sees(/Where its services run\s+h1\s+1 Down/);
    await person.press('Acknowledge all');
    await person.fill('Note', 'the switch');
    await person.press('Acknowledge all', 2);
    await person.sees(/1 incident is acknowledged/);
    expect(await timesDone('outage-group-acknowledged')).toBe(1);
    const { acknowledged } = await get(`/api/incidents/${incident.incidentId}`);
    expect(acknowledged).toMatchObject({ by: 'Ada Lovelace', note: 'the switch' });
  });

  it('archives a service only after it was asked', async () => {
    await person.goTo(`#/services/${dying.serviceId}`, 'checkout');
    await person.press('Archive');
    await person.sees(/Archive it with all its instances\?/);
    await person.press('Cancel');
    expect(await timesDone('service-archived')).toBe(0);
    await person.press('Archive');
    await person.press('Archive', 2);
    await person.sees(/There is no service with this id/);
    expect(await timesDone('service-archived')).toBe(1);
  });

  it('stays where the buttons are when the name under which it acts is to be asked again', async () => {
    const { items } = await get('/api/services?name=stays');
    await person.goTo(`#/services/${items[0].serviceId}`, 'stays');
    await tab.run(`document.querySelector('.actor button').click()`);
    const where = `document.activeElement.getAttribute('aria-label')`;
    expect(await tab.run(where)).toBe('What to do about this service');
  });
});

describe.skipIf(!hasBrowser)('a person with a key that may only read (skipped without Chromium)', () => {
  it('is offered nothing that the monitor would refuse', async () => {
    const { items } = await get('/api/incidents');
    const key = await makeKey(monitor.redis, { scopes: ['read'] });
    const as = { url: monitor.url, key };
    await eventually('the key is known', async () => (await call(as, 'GET', '/api/caller')).status === 200);
    await openPage(key);
    for (const [hash, title] of [
      [`#/incidents/${items[0].incidentId}`, items[0].serviceName],
      [`#/services/${instances[0]?.serviceId}`, 'stays'],
    ] as const) {
      await person.goTo(hash, title);
      expect(await tab.run(`document.querySelectorAll('.acts, main form').length`)).toBe(0);
    }
  });
});
