import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import type { Tab } from './open-tab.ts';
import { type Person, personAt } from './person-at.ts';
import { type BadPath, spoilers, startBadPath } from './start-bad-path.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

const notLoaded = 'This part of the page could not be loaded';

let monitor: Monitor;
let path: BadPath;
let tab: Tab;
let person: Person;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  monitor = await startMonitor({});
  ends.push(monitor.stop);
  path = await startBadPath(monitor.url);
  ends.push(path.close);
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  person = personAt(tab);
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

describe.skipIf(!hasBrowser)('a view that is loaded when it is opened (skipped without Chromium)', () => {
  beforeEach(async () => {
    path.spoil = null;
    // A page of its own for each; and views of its own, because the browser keeps what came.
    await tab.goTo(`${path.url}/livez`);
    await tab.run('sessionStorage.clear()');
    await tab.goTo(path.url);
    await giveKey(tab, monitor.key);
    await person.sees(/No service yet/);
    await tab.run(`
      window.isTheSame = true;
      window.forbidden = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.forbidden.push(violatedDirective));
    `);
  });

  it('comes under the policy of the page, and only once', async () => {
    const loads = () =>
      tab.run<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('audit-view')).length`,
      );
    expect(await loads()).toBe(0);
    await person.goTo('#/audit', 'Audit log');
    await person.goTo('#/', 'No service yet');
    await person.goTo('#/audit', 'Audit log');
    expect(await loads()).toBe(1);
    expect(await tab.run('window.forbidden')).toEqual([]);
  });

  it('says that it did not come, keeps the page while the monitor is away, and comes when it is back', async () => {
    path.spoiled = /^\/dashboard\/keys-view|^\/$/;
    path.spoil = spoilers['is cut off in the middle'];
    await person.goTo('#/keys', notLoaded);
    await person.press('Try again');
    await person.sees(/The monitor still does not answer/);
    path.spoil = spoilers['is the page of a captive portal'];
    await person.press('Try again', 2);
    await person.sees(/The monitor still does not answer/);
    expect(await tab.run('window.isTheSame')).toBe(true);
    await person.goTo('#/', 'No service yet');
    await person.goTo('#/keys', notLoaded);
    path.spoil = null;
    await person.press('Try again');
    await person.sees(/1 API key/);
    expect(await tab.run('window.isTheSame ?? false')).toBe(false);
  });

  it('tries again by itself, where nobody presses', async () => {
    path.spoiled = /^\/dashboard\/map-view/;
    path.spoil = spoilers['is cut off in the middle'];
    await tab.run('window.setInterval = (act, restMs) => (window.timers ??= []).push({ act, restMs })');
    await person.goTo('#/map', notLoaded);
    path.spoil = null;
    await tab.run('window.timers.find(({ restMs }) => restMs === 30_000).act()');
    await person.sees(/No instance has registered here/);
    expect(await tab.run('window.isTheSame ?? false')).toBe(false);
  });

  it('of a node of another version starts no second page, and the next try brings the page of that version', async () => {
    path.spoiled = /^\/dashboard\/(channels|wall)-view/;
    // As it would be built there: it takes what it needs from the first script of its own version.
    path.spoil = ({ body }, response) => {
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        .end(body.replace(/main-[\w-]{8}\.js/, 'main-0therOne.js'));
    };
    await person.goTo('#/wall', notLoaded);
    await person.goTo('#/channels', notLoaded);
    expect(await tab.run(`document.querySelectorAll('main').length`)).toBe(1);
    const asksMain = `performance.getEntriesByType('resource').some(({ name }) => name.includes('main-0therOne'))`;
    expect(await tab.run(asksMain)).toBe(true);
    path.spoil = null;
    await person.press('Try again');
    await person.sees(/There is no channel/);
  });

  it('of a build that is gone says so, too', async () => {
    path.spoiled = /^\/dashboard\/health-view/;
    path.spoil = (_, response) => {
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"code":"not-found"}');
    };
    await person.goTo('#/monitor', notLoaded);
    path.spoil = null;
    await person.press('Try again');
    await person.sees(/The monitor is well/);
  });
});
