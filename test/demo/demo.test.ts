import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasBrowser, startBrowser } from '../dashboard/start-browser.ts';
import { eventually } from '../support/eventually.ts';
import { hasTerminal, openTerminal } from '../support/open-terminal.ts';
import { cloneHouse } from './clone-house.ts';

let dir: string;
let clone: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'of-demo-'));
  clone = cloneHouse(dir);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** An environment whose directory for temporary files is its own, so that what is left there can be seen. */
function environment(name: string): Record<string, string> & { TMPDIR: string } {
  const TMPDIR = join(dir, name);
  mkdirSync(TMPDIR);
  return {
    ...{ TMPDIR, HOME: dir, TERM: 'xterm' },
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    // None of these is the demo's.
    ...{ MONITOR_PORT: '1', REDIS_URL: 'redis://127.0.0.1:1', MONITOR_CONFIG: '/nowhere' },
  };
}

function matches(text: string, sign: RegExp): string {
  const [, found = ''] = sign.exec(text) ?? [];
  return found;
}

test
  .skipIf(!hasTerminal || !hasBrowser)
  .concurrent(
    'npm run demo in a clean clone shows Down, the message and the recovery within 40 s, in the terminal and in a browser (skipped without Python or Chromium)',
    async ({ onTestFinished }) => {
      const env = environment('first');
      const terminal = openTerminal(['npm', 'run', 'demo'], clone, env);
      onTestFinished(() => terminal.close());
      const { tab, stop } = await startBrowser();
      onTestFinished(stop);
      const text = () => tab.run<string>('document.body.innerText');
      // oxlint-disable-next-line no-control-regex -- the colours of the terminal
      const printed = () => terminal.printed().replaceAll(/\x1B\[\d*m/g, '');
      const says = (sign: RegExp) =>
        eventually(`the terminal says ${sign}`, () => sign.test(printed()), 60_000);

      await says(/All 10 services are Healthy/);
      const readyAtMs = performance.now();
      const link = matches(printed(), /Dashboard +(http\S+)/);
      const inbox = matches(printed(), /Inbox +(http\S+)/);

      await tab.goTo(link);
      await eventually('the dashboard shows that payments is Down', async () =>
        /payments[^]*Down/.test(await text()),
      );
      expect(await tab.run('location.href')).toBe(link.replace(/#.*/, '#/'));
      await says(/payments is Down, mail sent to you/);
      await tab.goTo(inbox);
      await eventually('the inbox shows the mail', async () =>
        (await text()).includes('✉ [Down] payments (production)'),
      );
      await says(/payments sends heartbeats again: Recovered/);
      await says(/The outage of payments is over: .*; mail sent to you/);
      expect(performance.now() - readyAtMs).toBeLessThan(40_000);

      // The link is gone: who finds it later is asked for a key.
      await tab.goTo(link.replace(/#.*/, ''));
      await tab.run('sessionStorage.clear()');
      await tab.goTo('about:blank');
      await tab.goTo(link);
      await eventually('the page asks for a key', async () =>
        (await text()).includes('This link was used already'),
      );

      await says(/checkout runs 2\.5\.0 on all hosts: no alarm/);
      await says(/Host rack-7 is silent: 5 of 5/);
      await says(/until you act: press Enter/);
      const { letters } = (await (await fetch(`${inbox}letters`)).json()) as { letters: { text: string }[] };
      const page = matches(letters[0]?.text ?? '', /#(\/groups\/[0-9a-f-]{36})/);
      // Links in a mail lead to the dashboard with a key too.
      await tab.goTo(`${inbox}open${page}`);
      await eventually('the incidents are shown with their cause', async () =>
        /Host rack-7[^]*5 incidents/.test(await text()),
      );
      expect(await tab.run('location.hash')).toBe(`#${page}`);

      terminal.press('\r');
      await says(/You started rack-7 again/);
      await says(/Host rack-7 is back: mail sent to you/);
      // Of the services that the message of the host named: as many as were Down when it was sent.
      await says(/The outages? of (?!payments)/);

      terminal.press('\x03');
      expect(await terminal.ended).toBe(0);
      expect(printed()).toMatch(/nothing of it is left[^]*npm start[^]*heartbeat\.sh web/);
      expect(readdirSync(env.TMPDIR)).toEqual([]);
      await expect(fetch(inbox)).rejects.toThrow();
    },
  );

test.concurrent('beside another, and without a terminal, it takes other ports, writes plain lines, and ends when nobody reads any more', async ({
  onTestFinished,
}) => {
  const taken = createServer();
  // Where somebody else has the port already, it is taken as well.
  await new Promise<void>((done) => taken.once('error', () => done()).listen(8090, '127.0.0.1', done));
  onTestFinished(() => void taken.close());
  const env = environment('second');
  const child = spawn('npm', ['run', 'demo'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));

  await eventually('payments is Down', () => printed.includes('payments is Down, mail sent to you'), 60_000);
  expect(printed).not.toContain('\x1B');
  if (taken.listening) expect(matches(printed, /Dashboard +(http\S+)/)).not.toContain(':8090/');
  const inbox = matches(printed, /Inbox +(http\S+)/);
  const press = (headers: Record<string, string>) => fetch(`${inbox}act`, { method: 'POST', headers });
  expect((await press({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await press({})).status).toBe(204);
  await eventually('the button works', () => printed.includes('The host rack-7 died'));
  const forged = await fetch(`${inbox}hook`, { method: 'POST', body: '{"type":"service-monitor.test"}' });
  expect(forged.status).toBe(401);

  child.stdout.destroy();
  await exited;
  expect(readdirSync(env.TMPDIR)).toEqual([]);
});
