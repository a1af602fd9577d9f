import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { eventually } from '../support/eventually.ts';
import { faultsOfView, noFaults } from './faults-of-view.ts';
import { type Browser, giveKey, hasBrowser, startBrowser } from './start-browser.ts';

let monitor: Monitor;
let browser: Browser;
let shell: ChildProcess | null = null;

beforeAll(async () => {
  if (!hasBrowser) return;
  monitor = await startMonitor();
  browser = await startBrowser();
});

afterAll(async () => {
  if (!hasBrowser) return;
  if (shell?.pid !== undefined) {
    // All of what it started.
    const ended = once(shell, 'exit');
    process.kill(-shell.pid, 'SIGKILL');
    await ended;
  }
  await browser.stop();
  await monitor.stop();
});

test.skipIf(!hasBrowser)(
  'a newcomer copies the first lines, runs them, and the page turns green by itself (skipped without Chromium)',
  async () => {
    const { tab } = browser;
    const text = () => tab.run<string>('document.body.innerText');
    await tab.goTo(`${monitor.url}/`);
    await giveKey(tab, monitor.key);
    await eventually('the page says that there is nothing yet', async () =>
      /No service yet/.test(await text()),
    );
    expect(await text()).not.toContain(monitor.key);
    for (const scheme of ['dark', 'light'] as const)
      for (const width of [390, 1_200]) {
        await tab.prefer(scheme);
        await tab.picture({ width, height: 900 });
        expect({ scheme, width, ...(await faultsOfView(tab)) }).toEqual({ scheme, width, ...noFaults });
      }
    // A browser without a window lets no page write into its clipboard.
    await tab.run(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
    await tab.run(
      `[...document.querySelectorAll('button')].find((button) => button.innerText === 'Copy').click()`,
    );
    const copied = await eventually('it is copied', () => tab.run<string>('window.copied'));
    expect(await text()).toContain('Copied');

    shell = spawn('bash', ['-c', copied], { detached: true, stdio: 'ignore' });
    await eventually('the page turns green', async () => /checkout is Healthy/.test(await text()), 20_000);
    expect(await tab.run(`document.querySelector('h1').className`)).toBe('headline tone-healthy');
    await tab.run(
      `[...document.querySelectorAll('button')].find((button) => button.innerText === 'Show the services').click()`,
    );
    await eventually('the list is there', async () => /The service is Healthy/.test(await text()));
  },
);
