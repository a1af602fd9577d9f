import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings, fastTimesMs } from '../support/fast-settings.ts';
import { openNpmStart } from '../support/open-npm-start.ts';
import { hasTerminal } from '../support/open-terminal.ts';
import { startMonitor, testKey } from '../support/start-monitor.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'monitor.example.yaml');
const secret = /whsec_\S+/.exec(readFileSync(example, 'utf8'))?.[0] ?? '';
const dir = mkdtempSync(join(tmpdir(), 'what-happens-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The command `inbox` on free ports, else as it is. */
async function startInbox() {
  const args = ['src/main.ts', 'inbox', '--port', '0', '--mail-port', '0'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [, mailUrl = '', hookUrl = ''] = await eventually('the inbox says where it is', () =>
    /for mail at (\S+) and webhooks at (\S+)\. /.exec(printed),
  );
  const channels = [
    `{ id: ops-mail, type: email, url: "${mailUrl}", from: a@example.com, to: [ops@example.com] }`,
    `{ id: hook, type: webhook, url: "${hookUrl}", secret: ${secret} }`,
  ];
  const file = `channels: [${channels.join()}]\nroutes: [{ match: { environment: production }, channels: [ops-mail, hook] }]`;
  return { file, child, printed: () => printed };
}

async function outage(url: string, environment: string, end: () => boolean | Promise<boolean>) {
  const instance = await startInstance(
    [url],
    { serviceName: 'orders', hostname: environment, environment },
    fastTimesMs.interval,
  );
  await instance.die();
  return { instance, ended: () => eventually(`the outage in ${environment} is told`, end, 60_000) };
}

describe('npm start says what happens', () => {
  test('as JSON where nobody looks on: who is Down, who was told of what, and that it is over', async () => {
    const inbox = await startInbox();
    const monitor = await startMonitor({ env: { ...fastSettings, LOG_LEVEL: 'info' }, file: inbox.file });
    onTestFinished(async () => void (await monitor.stop()));
    const lines = () =>
      monitor
        .printed()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const saying = (msg: string) => lines().filter((line) => line['msg'] === msg);

    const routed = await outage(monitor.url, 'production', () => saying('message sent').length === 2);
    await routed.ended();
    await routed.instance.revive();
    await eventually('it is over', () => saying('incident resolved').length === 1, 60_000);
    await routed.instance.stopGracefully();
    const unrouted = await outage(
      monitor.url,
      'lab',
      () => saying('nobody is notified of an incident').length === 1,
    );
    await unrouted.ended();

    const about = { serviceName: 'orders', environment: 'production' };
    expect(saying('incident opened')[0]).toMatchObject({ ...about, level: 30 });
    expect(saying('incident resolved')).toMatchObject([about]);
    const sent = saying('message sent').map(({ channelId, channelType, kind }) => [
      channelId,
      channelType,
      kind,
    ]);
    expect(sent).toEqual(
      expect.arrayContaining([
        ['ops-mail', 'email', 'down'],
        ['hook', 'webhook', 'down'],
      ]),
    );
    expect(saying('nobody is notified of an incident')).toMatchObject([
      {
        environment: 'lab',
        reasons: [expect.stringContaining('no route'), expect.stringContaining('no route')],
      },
    ]);
    // What is for a terminal stands in no line of JSON.
    expect(lines().filter((line) => 'plain' in line)).toEqual([]);
    // What was sent came in.
    expect(inbox.printed()).toMatch(/mail +\[Down\] orders \(production\)/);
    expect(inbox.printed()).toMatch(/webhook +service-monitor\.incident\.down orders \(production\)/);
    const ended = once(inbox.child, 'exit');
    inbox.child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test.skipIf(!hasTerminal)(
    'as short lines in a terminal, where it also offers channels to try (skipped without Python)',
    async () => {
      copyFileSync(example, join(dir, 'monitor.example.yaml'));
      const terminal = openNpmStart(dir, [], {
        ...{ ...fastSettings, LOG_LEVEL: 'info' },
        ...{ MONITOR_DATA_DIR: join(dir, 'data'), MONITOR_PORT: '0', MONITOR_API_KEY: testKey },
      });
      onTestFinished(() => terminal.close());
      const says = (sign: RegExp) =>
        eventually(
          `it says ${sign}`,
          () => sign.exec(terminal.printed())?.[1] ?? sign.test(terminal.printed()),
          60_000,
        );
      const url = await says(/address +(\S+)/);
      await says(/cp monitor\.example\.yaml monitor\.yaml && npm start -- inbox/);
      await says(/npm start -- channels test hook --url http:\S+\r?\n/);
      const name = { serviceName: 'orders', hostname: 'here' };
      const instance = await startInstance([String(url)], name, fastTimesMs.interval);
      await instance.die();
      await says(/INFO: Down: orders \(production\); the outage began \d+\.\d s ago\r?\n/);
      await says(/INFO: Notified nobody of orders \(production\): no channels are configured\r?\n/);
      await instance.revive();
      await says(/INFO: Resolved: orders \(production\), after \d+\.\d s\r?\n/);
      await instance.stopGracefully();
      terminal.press('\x03');
      expect(await terminal.ended).toBe(0);
    },
  );
});

test('the inbox waits where monitor.example.yaml sends, with the secret that stands there', async () => {
  const text = readFileSync(example, 'utf8');
  const help = spawn(process.execPath, ['src/main.ts', 'inbox', '--help'], { cwd: root });
  let printed = '';
  help.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(help, 'close');
  for (const sign of [
    /url: http:\/\/127\.0\.0\.1:(\d+)\/hook/,
    /url: smtp:\/\/127\.0\.0\.1:(\d+)/,
    /secret: (\S+)/,
  ]) {
    expect(printed).toContain(sign.exec(text)?.[1]);
  }
});

test('a port that is taken is said in a line, with the option that mends it', async () => {
  const inbox = await startInbox();
  const [, mailPort = '', port = ''] = /smtp:\S+:(\d+) .*:(\d+)\/hook/.exec(inbox.printed()) ?? [];
  const start = async (taken: string, ...args: string[]) => {
    const child = spawn(process.execPath, ['src/main.ts', 'inbox', ...args], { cwd: root });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(said).toMatch(
      new RegExp(
        `^The inbox cannot start: another program already listens on 127\\.0\\.0\\.1:${taken}; .*\n$`,
      ),
    );
    return said;
  };
  expect(await start(port, '--port', port, '--mail-port', '0')).toContain('use --port with');
  expect(await start(mailPort, '--port', '0', '--mail-port', mailPort)).toContain('use --mail-port with');
});
