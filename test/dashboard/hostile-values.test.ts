import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewMessage } from '../../src/channels/own-words/preview-message.ts';
import { incidentMessage } from '../channels/support/incident-message.ts';
import { call } from '../http/call.ts';
import { hostileTexts } from '../http/status-pages/page/hostile-texts.ts';
import { eventually } from '../support/eventually.ts';
import { type HostileMonitor, startHostileMonitor } from './hostile/start-hostile-monitor.ts';
import type { Tab } from './open-tab.ts';
import { type Person, personAt } from './person-at.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

let hostile: HostileMonitor;
let tab: Tab;
let person: Person;
/** Shows a document to the browser with no policy that would stop a script. */
let bare: { server: Server; url: string; html: string };
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  hostile = await startHostileMonitor();
  ends.push(hostile.stop);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(bare.html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  bare = { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, html: '' };
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  person = personAt(tab);
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const watch = `
  window.forbidden ??= [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.forbidden.push(violatedDirective));
`;

/** What ran, what the policy had to forbid, what no page of ours has, and what stands out of the window. */
const traces = () =>
  tab.run<object>(`({
    ran: 'ran' in window,
    forbidden: window.forbidden ?? [],
    foreign: [...document.querySelectorAll('iframe, object, embed, base, video, math, img:not([src^="/badge/"]), body script:not([src]), body style, body link, [onload], [onerror], [onfocus], [onmouseover], a[href^="javascript:"], a[href^="data:"], meta[http-equiv=refresh]')].map((each) => each.outerHTML.slice(0, 100)),
    wide: document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map((each) => each.outerHTML.slice(0, 160)) : [],
  })`);
const none = { ran: false, forbidden: [], foreign: [], wide: [] };

/** What is wrong with what the tab shows, on a phone and in a wide window, with all folds open and the pointer over everything. */
async function look(where: string): Promise<object[]> {
  const faults: object[] = [];
  await tab.run(`
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    for (const each of document.querySelectorAll('*')) each.dispatchEvent(new MouseEvent('mouseover'));
  `);
  for (const width of [390, 1_200]) {
    await tab.picture({ width, height: 900 });
    const found = await traces();
    if (JSON.stringify(found) !== JSON.stringify(none)) faults.push({ where, width, ...found });
  }
  return faults;
}

async function open(path: string, sign: RegExp): Promise<void> {
  await tab.goTo(`${hostile.monitor.url}${path}`);
  await tab.run(watch);
  await person.sees(sign);
}

describe.skipIf(!hasBrowser)(
  'values of which each would run, if a page let it (skipped without Chromium),',
  () => {
    it('are taken as what they are, or refused: no request with one fails', () => {
      expect(hostile.answers.length).toBeGreaterThan(8 * hostileTexts.length);
      expect(hostile.answers.filter(({ status }) => ![200, 201, 204, 400].includes(status))).toEqual([]);
      const taken = Map.groupBy(
        hostile.answers.filter(({ status }) => status < 300),
        ({ field }) => field,
      );
      for (const [field, all] of taken)
        expect({ field, areMany: all.length >= 28 }).toEqual({ field, areMany: true });
    });

    it('run in no view, and break none', async () => {
      const { ids, services } = hostile;
      await open('/', /Sign in with/);
      const faults = await look('the door');
      await giveKey(tab, hostile.monitor.key);
      await person.sees(/\bLive\b/);
      const views: [string, RegExp][] = [
        ['#/', /open incidents/],
        ['#/?rows=compact', /open incidents/],
        ['#/?group=team', /Grouped by/],
        ...services.map(({ serviceId }): [string, RegExp] => [`#/services/${serviceId}`, /Uptime/]),
        ...services
          .slice(0, 8)
          .map(({ instanceId }): [string, RegExp] => [`#/instances/${instanceId}`, /The last hour/]),
        ['#/incidents', /the cause of/],
        [`#/incidents/${ids.incident}`, /notes in public[^]*Notifications/],
        ...ids.others.map((id): [string, RegExp] => [`#/incidents/${id}`, /Notifications/]),
        [`#/groups/${ids.group}`, /Where its services run/],
        ['#/map?by=zone', /The same as a list/],
        ['#/map?by=host', /The same as a list/],
        ['#/wall', /services are Down/],
        ['#/channels', /Last error/],
        ['#/keys', /API keys/],
        ['#/audit', /Show older entries/],
        ['#/monitor', /Heartbeats can arrive/],
        ...hostileTexts.flatMap((text): [string, RegExp][] => {
          const said = text.isWellFormed() ? encodeURIComponent(text) : 'x';
          return [
            [`#/?text=${said}&environment=${said}&group=${said}&status=${said}`, /Compact/],
            [`#/audit?act=${said}&by=${said}`, /There is no such entry/],
            [`#/${said}`, /Not found|Compact/],
          ];
        }),
      ];
      for (const [hash, sign] of views) {
        await tab.run(`location.hash = ${JSON.stringify(hash)}`);
        await person.sees(sign);
        await eventually('all is read', async () => !/Reading …/.test(await person.text()));
        faults.push(...(await look(hash)));
      }
      expect(faults).toEqual([]);
    });

    it('run on no page that works without a script: of a link in a message, of a sign-in, of the status', async () => {
      await open(hostile.links[0] ?? '', /Acknowledge the/);
      expect(await look('the link')).toEqual([]);
      for (const [i, text] of hostileTexts.entries()) {
        const path = hostile.links[i % hostile.links.length] ?? '';
        const body = new URLSearchParams({ by: `${text}${'x'.repeat(i % 3 === 0 ? 200 : 0)}`, note: text });
        const answer = await fetch(hostile.monitor.url + path, { method: 'POST', body });
        bare.html = await answer.text();
        await tab.goTo(bare.url);
        expect({ text, ...(await traces()) }).toMatchObject({ text, ran: false, foreign: [] });
      }
      hostile.provider.user = hostile.stranger;
      await open('/sign-in', /none of your groups/);
      expect(await look('a sign-in without access')).toEqual([]);
      await open('/status', /Maintenance/);
      expect(await look('the status page')).toEqual([]);
    });

    it('run for nobody who signed in with them as a name, who leaves them in the audit log', async () => {
      hostile.provider.user = hostile.operator;
      await tab.forgetCookies();
      await tab.goTo(`${hostile.monitor.url}/livez`);
      await tab.run('sessionStorage.clear()');
      await tab.goTo(`${hostile.monitor.url}/sign-in`);
      await eventually(
        'they are in',
        () => person.text().catch(() => ''),
        (text) => /Sign out/.test(text),
      );
      await tab.run(watch);
      await tab.run(`location.hash = '#/incidents/${hostile.ids.incident}'`);
      await person.press('Add a note');
      await person.fill('Note', hostileTexts[2] ?? '');
      await person.press('Add a note', 2);
      await person.sees(/The note was added/);
      expect(await look('the incident')).toEqual([]);
      const [entry] = (await call(hostile.monitor, 'GET', '/api/audit?limit=1')).body.items;
      expect(entry.by.name).toBe(hostile.operator.email);
    });

    it('leave badges and feeds well-formed, and run in no badge that is opened by itself', async () => {
      await tab.goTo(`${hostile.monitor.url}/livez`);
      const faultsOf = (xml: string) =>
        tab.run<string[]>(
          `[...new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml').getElementsByTagName('parsererror')].map((one) => one.textContent)`,
        );
      for (const path of ['/status/main.atom', '/status/main.rss']) {
        const feed = await call(hostile.monitor, 'GET', path, { headers: { 'x-api-key': null } });
        expect([feed.status, await faultsOf(feed.body)]).toEqual([200, []]);
        expect(feed.body).toMatch(/forged|bold/);
      }
      for (const { serviceId, serviceName } of hostile.services) {
        for (const path of [`/badge/${serviceId}.svg`, `/badge/${serviceId}.svg?show=uptime`]) {
          const badge = await call(hostile.monitor, 'GET', path, { headers: { 'x-api-key': null } });
          expect([serviceName, badge.status, await faultsOf(badge.body)]).toEqual([serviceName, 200, []]);
        }
        await tab.goTo(`${hostile.monitor.url}/badge/${serviceId}.svg`);
        expect(
          await tab.run(
            `[document.documentElement.tagName, 'ran' in window, document.querySelectorAll('script, foreignObject, a, image').length]`,
          ),
        ).toEqual(['svg', false, 0]);
        await tab.goTo(`${hostile.monitor.url}/livez`);
      }
      const json = await call(hostile.monitor, 'GET', '/status/main.json', {
        headers: { 'x-api-key': null },
      });
      expect(json.headers.get('content-type')).toMatch(/^application\/json/);
      expect(json.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('run in no mail that a template makes, nor are they read as templates', async () => {
      const channel = {
        ...{ id: 'mail', type: 'email', subject: '{{ service }} {{ environment }}' },
        text: '{{ service }} {{ environment }} {{ labels.team }}',
      };
      const tags = `[...document.querySelectorAll('*')].map(({ tagName }) => tagName).join(' ')`;
      const shown = async (text: string) => {
        const named = { serviceName: text, environment: text, labels: { team: text } };
        const preview = previewMessage(channel, incidentMessage(named));
        expect(preview.words).toBe('own');
        bare.html = preview.html ?? '';
        await tab.goTo(bare.url);
        return tab.run<[string, boolean]>(`[${tags}, 'ran' in window]`);
      };
      const [calm] = await shown('calm');
      for (const text of hostileTexts) {
        const lines = text.includes('\n') ? await shown('a\nb') : [calm];
        expect([text, ...(await shown(text))]).toEqual([text, lines[0], false]);
      }
    });
  },
);
