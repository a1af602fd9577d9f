import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { openTab, type Tab } from './open-tab.ts';

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** Tests of the page skip without it. */
export const hasBrowser = chromium !== undefined;

/** A real browser with one tab. */
export interface Browser {
  tab: Tab;
  stop(): Promise<void>;
}

export async function startBrowser(): Promise<Browser> {
  if (chromium === undefined) throw new Error('there is no Chromium on this machine');
  const profile = mkdtempSync(join(tmpdir(), 'monitor-browser-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const child = spawn(chromium, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return {
    tab: await openTab(child),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Types a key into the page that asks for one. */
export async function giveKey(tab: Tab, key: string): Promise<void> {
  await eventually('the page asks for a key', () => tab.run(`document.querySelector('#key') !== null`));
  await tab.run(`{
    const field = document.querySelector('#key');
    field.value = ${JSON.stringify(key)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.closest('form').requestSubmit();
  }`);
}
