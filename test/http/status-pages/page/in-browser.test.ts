import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicPage } from '../../../../src/http/schemas/status-page.ts';
import { filesOfPage, sharedFiles } from '../../../../src/http/status-pages/page/files-of-page.ts';
import { type Browser, hasBrowser, startBrowser } from '../../../dashboard/start-browser.ts';
import { eventually } from '../../../support/eventually.ts';
import { aPage } from './a-page.ts';
import { hostileTexts } from './hostile-texts.ts';

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";
const types: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  html: 'text/html',
};

/** Of the entries of a feed; what happened last is first. */
const ids = [1, 3, 2].map((i) => `00000000-0000-8000-8000-00000000000${i}`);

/** What a server elsewhere has, by path. */
const files = new Map<string, string>(Object.entries(sharedFiles()));
let server: Server;
let url: string;
let browser: Browser;

async function put(page: PublicPage): Promise<{ atom: string; rss: string }> {
  const made = await filesOfPage(page, { folder: '', contentPolicy });
  files.set('index.html', made.html);
  return made;
}

/** Valid for an hour from now on. */
const fresh = (page: PublicPage): PublicPage => ({
  ...page,
  validUntil: new Date(Date.now() + 3_600_000).toISOString(),
});

beforeAll(async () => {
  if (!hasBrowser) return;
  server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const content = files.get(name);
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': types[name.replace(/^.*\./, '')] ?? '',
    });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await startBrowser();
});
afterAll(async () => {
  if (!hasBrowser) return;
  await browser.stop();
  server.closeAllConnections();
  server.close();
});

const shown = () => browser.tab.run<string>('document.body.innerText');

describe.skipIf(!hasBrowser)('a status page in a browser', () => {
  test.each([
    ['light', 1_200],
    ['dark', 1_200],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'breaks no rule of accessibility that axe knows (%s, %i pixels wide)',
    async (scheme, width) => {
      await put(fresh(aPage()));
      await browser.tab.prefer(scheme);
      await browser.tab.picture({ width, height: 900 });
      await browser.tab.goTo(url);
      await browser.tab.run(
        readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      );
      const axe = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`;
      expect(await browser.tab.run<string[]>(axe)).toEqual([]);
      await browser.tab.run(`document.documentElement.dataset.age = 'old'`);
      expect(await browser.tab.run<string[]>(axe)).toEqual([]);
      expect(
        await browser.tab.run<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        ),
      ).toBe(0);
    },
  );

  test('that is valid shows how all is, and one that is too old says that nothing is known since then', async () => {
    await put(fresh(aPage()));
    await browser.tab.goTo(url);
    expect(await shown()).toMatch(/Payments is down/);
    expect(await shown()).not.toMatch(/Nothing is known|Last known|Load it again/);
    await put({ ...aPage(), validUntil: new Date(Date.now() - 1_000).toISOString() });
    await browser.tab.goTo(url);
    await eventually('it says so', async () =>
      /Nothing is known since 2026-11-22 22:41 UTC/.test(await shown()),
    );
    expect(await shown()).toMatch(/Last known: Operational/);
    expect(await browser.tab.run('getComputedStyle(document.querySelector("main")).filter')).toBe(
      'grayscale(1)',
    );
  });

  test('runs nothing that somebody wrote into it, and sends nobody elsewhere', async () => {
    for (const hostile of hostileTexts) {
      await put(fresh(aPage(() => hostile)));
      await browser.tab.goTo(url);
      const found = await browser.tab.run<{
        ran: boolean;
        scripts: number;
        strange: string[];
        address: string;
      }>(`({
        ran: 'ran' in window,
        scripts: document.scripts.length,
        strange: [...document.querySelectorAll('iframe, form, base, img, svg [onload], body [style]')].map((one) => one.outerHTML),
        address: location.href,
      })`);
      expect({ hostile, ...found }).toEqual({ hostile, ran: false, scripts: 1, strange: [], address: url });
    }
  });

  test('has feeds that are well-formed, with an entry for each incident and maintenance, whatever is written in it', async () => {
    for (const hostile of ['Example', ...hostileTexts]) {
      const { atom, rss } = await put(aPage(() => hostile));
      const read = (xml: string, program: string) =>
        browser.tab.run<Record<string, unknown>>(`
          (() => {
            const xml = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml');
            const all = (name, from = xml) => [...from.getElementsByTagName(name)];
            const text = (name, from = xml) => all(name, from).map((one) => one.textContent);
            return { fault: text('parsererror'), ${program} };
          })()`);
      expect(
        await read(
          atom,
          `root: xml.documentElement.namespaceURI, title: all('feed')[0].getElementsByTagName('title')[0].textContent,
          entries: all('entry').length, ids: text('id'), updated: text('updated'), authors: text('name'), links: all('link').map((one) => one.getAttribute('href'))`,
        ),
      ).toMatchObject({
        ...{ fault: [], root: 'http://www.w3.org/2005/Atom', entries: 3 },
        title: hostile.replace(/[^\P{Cc}\n\t]|[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD'),
        ids: ['https://status.example.com/', ...ids.map((id) => `urn:uuid:${id}`)],
        updated: expect.arrayContaining([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)]),
        links: expect.arrayContaining(['https://status.example.com/main.atom']),
      });
      expect(
        await read(
          rss,
          `version: xml.documentElement.getAttribute('version'), items: all('item').length,
          guids: text('guid'), dates: text('pubDate').map((date) => !Number.isNaN(Date.parse(date)))`,
        ),
      ).toEqual({
        ...{ fault: [], version: '2.0', items: 3, guids: ids.map((id) => `urn:uuid:${id}`) },
        dates: [true, true, true],
      });
    }
  });
});
