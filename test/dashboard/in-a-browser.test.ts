import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../http/call.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import type { Tab } from './open-tab.ts';
import { type Browser, giveKey, hasBrowser, startBrowser } from './start-browser.ts';

/** Things that would call `alert`, each in the one place of a page where it can. */
const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '"onmouseover="alert(1)" autofocus onfocus="alert(1)',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<iframe src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<math><mi xlink:href="javascript:alert(1)">',
  '<style>@import "javascript:alert(1)"</style>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<template><script>alert(1)</script></template>',
  '<object data="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<base href="https://thief.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<x style="animation-name:x" onanimationstart=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

let monitor: Monitor;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  if (!hasBrowser) return;
  monitor = await startMonitor({
    MONITOR_HEARTBEAT_INTERVAL: '100ms',
    MONITOR_HEARTBEAT_GRACE: '100ms',
    MONITOR_DOWN_AFTER: '400ms',
  });
  browser = await startBrowser();
  tab = browser.tab;
});

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.stop();
  await monitor.stop();
});

test.skipIf(!hasBrowser)(
  'whatever services send, on every page nothing of it runs and the policy has nothing to forbid (skipped without Chromium)',
  async () => {
    const register = (payload: string, i: number) => {
      const text = { version: payload.slice(0, 128), hostname: payload, url: payload };
      const metadata = { note: payload, [payload.slice(0, 64)]: payload };
      const named = { serviceName: `shop ${i % 3}`, environment: 'test', instanceId: `${i} ${payload}` };
      return call(monitor, 'POST', '/api/services/register', {
        body: { ...named, ...text, port: i, metadata },
      });
    };
    const replies = await Promise.all(payloads.map(register));
    expect(replies.map(({ status }) => status)).toEqual(payloads.map(() => 200));
    const beat = ({ body }: (typeof replies)[number], i: number) => {
      const metadata = { cpu_percent: 1, note: payloads[i], [payloads[i]?.slice(0, 64) ?? '']: payloads[i] };
      return call(monitor, 'POST', '/api/services/heartbeat', {
        body: { instanceId: body.instanceId, metadata },
      });
    };
    await Promise.all(replies.map(beat));
    const incidents = await eventually('all three services are Down', async () => {
      const { items } = (await call(monitor, 'GET', '/api/incidents')).body;
      return items.length === 3 && items;
    });

    await tab.goTo(`${monitor.url}/`);
    await tab.run(`
      window.ran = 0;
      window.forbidden = [];
      window.alert = () => { window.ran += 1; };
      document.addEventListener('securitypolicyviolation', (event) => window.forbidden.push(event.violatedDirective));
    `);
    await giveKey(tab, monitor.key);
    const text = () => tab.run<string>('document.body.innerText');
    await eventually('the services are shown', async () => (await text()).includes('shop 2'));
    const pages = [
      ...new Set(replies.map(({ body }) => `#/services/${body.serviceId}`)),
      '#/incidents',
      ...incidents.map(({ incidentId }: { incidentId: string }) => `#/incidents/${incidentId}`),
      '#/',
    ];
    for (const page of pages) {
      await tab.run(`location.hash = ${JSON.stringify(page)}`);
      // What was sent is on the page of its service, as it was sent.
      const isThere = page.startsWith('#/services/') ? (payloads[0] ?? '') : 'shop';
      await eventually(`${page} is shown`, async () => /shop/.test(await text()) || isThere === '');
      await tab.run(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
      await tab.run(
        `for (const each of document.querySelectorAll('*')) each.dispatchEvent(new MouseEvent('mouseover'))`,
      );
    }
    await tab.run(`location.hash = ${JSON.stringify(pages[0])}`);
    await eventually('the payloads are read as text', async () => (await text()).includes(payloads[0] ?? ''));
    expect(await tab.run('window.ran')).toBe(0);
    expect(await tab.run('window.forbidden')).toEqual([]);
    const foreign = 'document.querySelectorAll("iframe,object,embed,base,video,math,body script,img").length';
    expect(await tab.run(foreign)).toBe(0);
  },
  60_000,
);
