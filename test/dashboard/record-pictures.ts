import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setup as buildPage } from '../support/build-page.ts';
import { eventually } from '../support/eventually.ts';
import { personAt } from './person-at.ts';
import { startShop } from './shop/start-shop.ts';
import { giveKey, startBrowser } from './start-browser.ts';

/**
 * Makes the pictures of the dashboard in docs/images anew, of a real monitor that watches a shop whose past is written, in half a
 * minute: `npx node test/dashboard/record-pictures.ts`.
 */
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));

interface Picture {
  name: string;
  hash: string;
  /** What it reads when it is there. */
  sign: RegExp;
  width: number;
  height: number;
  scheme?: 'light' | 'dark';
  /** What is done before, as a program of the page. */
  ready?: string;
}

await buildPage();
const shop = await startShop();
const browser = await startBrowser();
const { tab } = browser;
const person = personAt(tab);
const { ids, idOf } = shop;
// The day of an outage, with its course.
const pressDay = `document.querySelectorAll('.day')[89 - 12].click()`;
const service = `#/services/${idOf('checkout')}`;

const pictures: Picture[] = [
  { name: 'service', hash: service, sign: /Uptime/, width: 1080, height: 1350, ready: pressDay },
  {
    name: 'service-dark',
    hash: service,
    sign: /Uptime/,
    width: 1080,
    height: 1350,
    scheme: 'dark',
    ready: pressDay,
  },
  {
    name: 'incident',
    hash: `#/incidents/${ids.acknowledged}`,
    sign: /Notifications/,
    width: 1080,
    height: 1150,
  },
  {
    name: 'incident-phone',
    hash: `#/incidents/${ids.acknowledged}`,
    sign: /Notifications/,
    width: 390,
    height: 1000,
  },
  {
    name: 'outage-group',
    hash: `#/groups/${ids.group}`,
    sign: /Where its services run/,
    width: 1080,
    height: 1010,
  },
  { name: 'channels', hash: '#/channels', sign: /410/, width: 1080, height: 950 },
  {
    name: 'wall',
    hash: '#/wall',
    sign: /services are Down[^]*The monitor is impaired/,
    width: 1280,
    height: 720,
  },
];

async function take({
  name,
  hash,
  sign,
  width,
  height,
  scheme = 'light',
  ready = '',
}: Picture): Promise<void> {
  await tab.prefer(scheme);
  await tab.run(`location.hash = '#/gone'`);
  await person.sees(/Not found/);
  // The first one sets the size of the window.
  await tab.picture({ width, height });
  await tab.run(`location.hash = ${JSON.stringify(hash)}`);
  await person.sees(sign);
  await eventually('all is read', async () => !/Reading …/.test(await person.text()));
  await tab.run(ready);
  await eventually('all is read', async () => !/Reading …/.test(await person.text()));
  // Nothing that is pointed at, and nothing that has the keyboard.
  await tab.run('document.activeElement?.blur(); window.scrollTo(0, 0)');
  await tab.run('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  writeFileSync(`${images}${name}.png`, await tab.picture({ width, height }));
}

try {
  await tab.goTo(`${shop.monitor.url}/`);
  await person.sees(/Sign in with/);
  await tab.picture({ width: 820, height: 460 });
  await tab.run('document.activeElement?.blur()');
  writeFileSync(`${images}sign-in.png`, await tab.picture({ width: 820, height: 460 }));
  await giveKey(tab, shop.monitor.key);
  await person.sees(/\bLive\b/);
  for (const picture of pictures) await take(picture);
  await shop.fleet.addCrowd();
  await take({
    name: 'map',
    hash: '#/map?by=zone',
    sign: /Degraded[^]*The same as a list/,
    width: 1080,
    height: 620,
  });
} finally {
  await browser.stop();
  await shop.stop();
}
