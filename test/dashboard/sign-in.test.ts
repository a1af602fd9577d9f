import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../http/call.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startOidcProvider, type TestProvider } from '../support/start-oidc-provider.ts';
import type { Tab } from './open-tab.ts';
import { type Browser, hasBrowser, startBrowser } from './start-browser.ts';

const ada = { sub: 'u1', email: 'ada@example.com', groups: ['ops'] };

let monitor: Monitor;
let provider: TestProvider;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  if (!hasBrowser) return;
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  // Another name of this machine is another site: the browser judges the way back as from anywhere.
  provider = await startOidcProvider(publicUrl, ada, 'localhost');
  monitor = await startMonitor({
    ...provider.settings,
    ...{ MONITOR_PORT: String(port), MONITOR_OIDC_NAME: 'Example Login' },
    MONITOR_OIDC_GROUPS: 'ops=operate',
  });
  browser = await startBrowser();
  tab = browser.tab;
});

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.stop();
  await monitor.stop();
  await provider.close();
});

// While it goes from one document to the next, there is nothing to be read.
const text = () => tab.run<string>('document.body?.innerText ?? ""').catch(() => '');
const where = () => tab.run<string>('location.href').catch(() => '');
const shows = (what: string) =>
  eventually(`the page shows ${what}`, text, (shown) => shown.includes(what), 15_000);
const click = (words: string) =>
  tab.run(
    `void [...document.querySelectorAll('a, button')].find((each) => each.innerText.includes(${JSON.stringify(words)})).click()`,
  );

test.skipIf(!hasBrowser)(
  'a person signs in at another site, comes back to the page that was open, acts, and signs out (skipped without Chromium)',
  async () => {
    const register = (serviceName: string) =>
      call(monitor, 'POST', '/api/services/register', {
        body: { serviceName, environment: 'test', instanceId: 'one' },
      });
    const { serviceId } = (await register('checkout')).body;

    await tab.goTo(`${monitor.url}/#/services/${serviceId}`);
    await shows('Sign in with Example Login');
    await click('Sign in with');
    await shows('Sign out');
    await shows('ada@example.com');
    await shows('checkout');
    expect(await where()).toBe(`${monitor.url}/#/services/${serviceId}`);
    // Neither a script of the page nor its storage has anything that would let somebody in.
    expect(await tab.run('document.cookie + JSON.stringify(sessionStorage)')).not.toMatch(/[\w-]{40}/);

    await tab.run(`
      window.forbidden = [];
      document.addEventListener('securitypolicyviolation', (event) => window.forbidden.push(event.violatedDirective));
    `);
    await click('Maintenance');
    await click('Begin maintenance');
    await shows('The maintenance has begun.');
    const [entry] = (await call(monitor, 'GET', '/api/audit?limit=1')).body.items;
    expect([entry.act, entry.by]).toEqual([
      'maintenance-declared',
      { keyId: null, name: 'ada@example.com', subject: 'u1' },
    ]);
    await tab.run(`location.hash = '#/'`);
    await eventually('its stream is open', async () =>
      /^monitor_event_streams 1$/m.test((await call(monitor, 'GET', '/metrics')).body),
    );
    await register('basket');
    await shows('basket');

    await tab.goTo(`${monitor.url}/?again`);
    await shows('basket');

    // The cookie is not sent from there, nor would the monitor take it.
    await tab.goTo(`${provider.issuer}/.well-known/openid-configuration`);
    await tab.run(`fetch('${monitor.url}/api/services/${serviceId}', {
      method: 'DELETE', mode: 'no-cors', credentials: 'include',
    }).catch(() => null)`);
    await tab.run(`fetch('${monitor.url}/api/maintenance', {
      method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}',
    }).catch(() => null)`);
    const [latest] = (await call(monitor, 'GET', '/api/audit?limit=1')).body.items;
    expect(latest.auditId).toBe(entry.auditId);

    await tab.goTo(`${monitor.url}/`);
    await shows('basket');
    await click('Sign out');
    await eventually('the provider asks', async () => (await where()).startsWith(provider.issuer));
    await click('Sign out');
    await shows('Sign in with Example Login');
    expect(await where()).toBe(`${monitor.url}/`);
    expect(await monitor.redis.keys('*:session:*')).toEqual([]);
  },
  60_000,
);

test.skipIf(!hasBrowser)(
  'a session that ends elsewhere brings the page back to its door, which says so (skipped without Chromium)',
  async () => {
    await tab.goTo(`${monitor.url}/`);
    await shows('Sign in with Example Login');
    await click('Sign in with');
    await shows('Sign out');
    for (const key of await monitor.redis.keys('*:session:*')) await monitor.redis.del(key);
    await shows('Your sign-in has ended. Sign in again.');
    await shows('Sign in with Example Login');
  },
  60_000,
);
