import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type PrivateServer,
  privateServerOwner,
  startPrivateServer,
} from '../../../src/store/private-server/start-private-server.ts';
import { eventually } from '../../support/eventually.ts';

const script = fileURLToPath(new URL('hold-private-server.ts', import.meta.url));
const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

let dir: string;
let servers: PrivateServer[] = [];
let holders: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'private-server-'));
});
afterEach(async () => {
  const held = holders.splice(0).filter((holder) => holder.exitCode === null && holder.signalCode === null);
  // All at once: one that was refused may end by itself while another is waited for.
  await Promise.all(
    held.map((holder) => {
      holder.kill('SIGKILL');
      return once(holder, 'exit');
    }),
  );
  if (held.length > 0) await eventually('their servers are gone', () => processesOf(dir).length === 0);
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  rmSync(dir, { recursive: true, force: true });
});

async function start(): Promise<PrivateServer> {
  const server = await startPrivateServer(dir);
  servers.push(server);
  return server;
}

/** Starts the private Redis in a process of its own; resolves to what that says. */
async function hold(env: Record<string, string> = {}): Promise<{ holder: ChildProcess; said: string }> {
  const holder = spawn(process.execPath, [script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  holders.push(holder);
  const [chunk] = (await once(holder.stdout ?? holder, 'data')) as [Buffer];
  return { holder, said: chunk.toString().trim() };
}

async function ask<T>(url: string, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({ path: url.replace('unix://', ''), protocol: 2, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

/** The server of this directory, and what watches over it. */
function processesOf(dir: string): string[] {
  const all = spawnSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  return all.filter((line) => line.includes('redis-server') && line.includes(dir));
}

const setting = (client: Redis, name: string) => client.config('GET', name).then((reply) => reply[1]);

describe.skipIf(!isInstalled)('the private Redis', () => {
  test('runs with the settings that the monitor needs, and opens no port', async () => {
    const { url } = await start();
    const settings = await ask(url, async (client) => ({
      port: await setting(client, 'port'),
      appendonly: await setting(client, 'appendonly'),
      appendfsync: await setting(client, 'appendfsync'),
      policy: await setting(client, 'maxmemory-policy'),
      hz: await setting(client, 'hz'),
      listpack: await setting(client, 'hash-max-listpack-value'),
    }));
    expect(settings).toEqual({
      ...{ port: '0', appendonly: 'yes', appendfsync: 'everysec' },
      ...{ policy: 'noeviction', hz: '10', listpack: '256' },
    });
    expect(statSync(url.replace('unix://', '')).mode & 0o777).toBe(0o700);
  });

  test('keeps its data over a stop and a start, and leaves no mark of its owner', async () => {
    const first = await start();
    await ask(first.url, (client) => client.set('kept', 'yes'));
    await first.stop();
    expect(existsSync(join(dir, 'monitor.pid'))).toBe(false);
    const second = await start();
    expect(await ask(second.url, (client) => client.get('kept'))).toBe('yes');
  });

  test('ends by itself when its owner is killed, with its data', async () => {
    const { holder, said } = await hold();
    await ask(said, (client) => client.set('kept', 'yes'));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(privateServerOwner(dir)).toBeNull();
    await eventually('nothing of it runs', () => processesOf(dir).length === 0);
    const next = await start();
    expect(await ask(next.url, (client) => client.get('kept'))).toBe('yes');
  });

  test('that a killed monitor left frozen holds up the next start until it has ended, and is never doubled', async () => {
    const { holder, said } = await hold();
    const pid = await ask(said, async (client) => {
      await client.set('kept', 'yes');
      return Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
    });
    process.kill(pid, 'SIGSTOP');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const warned = Promise.withResolvers<string>();
    const warn = (_: object, text: string) => warned.resolve(text);
    const next = startPrivateServer(dir, { log: { warn, info: () => undefined, error: () => undefined } });
    expect(await warned.promise).toContain('the redis-server of an earlier monitor still runs');
    expect(processesOf(dir).filter((line) => line.includes('redis-server unixsocket'))).toHaveLength(1);
    process.kill(pid, 'SIGCONT');
    servers.push(await next);
    expect(await ask(said, (client) => client.get('kept'))).toBe('yes');
  });

  test('of a monitor from before there was a guard is taken over with its data', async () => {
    const socket = join(dir, 'redis.sock');
    const args = ['--port', '0', '--unixsocket', socket, '--dir', dir, '--appendonly', 'yes'];
    const old = spawn('redis-server', args, { stdio: 'ignore', detached: true });
    const exited = once(old, 'exit');
    await eventually('it answers', () => existsSync(socket));
    await ask(`unix://${socket}`, (client) => client.set('kept', 'yes'));
    const next = await start();
    await exited;
    expect(await ask(next.url, (client) => client.get('kept'))).toBe('yes');
  });

  test('is refused to a second monitor, with the process that has it', async () => {
    const { holder } = await hold();
    expect(privateServerOwner(dir)).toBe(holder.pid);
    await expect(startPrivateServer(dir)).rejects.toThrow(
      `a monitor already runs on ${dir} (process ${holder.pid}); set MONITOR_DATA_DIR to start another`,
    );
    expect(privateServerOwner(dir)).toBe(holder.pid);
  });

  test('has one owner when two monitors start at the same time', async () => {
    const both = await Promise.all([hold(), hold()]);
    const said = both.map((each) => each.said).sort();
    expect(said[0]).toContain('a monitor already runs on');
    expect(said[1]).toBe(`unix://${dir}/redis.sock`);
  });

  test('that was killed itself does not keep the monitor from stopping', async () => {
    const { url, stop } = await start();
    const pid = await ask(url, (client) =>
      client.info('server').then((text) => Number(/process_id:(\d+)/.exec(text)?.[1])),
    );
    process.kill(pid, 'SIGKILL');
    await eventually('it is gone', () => !existsSync(`/proc/${pid}/fd/0`));
    await stop();
    expect(existsSync(join(dir, 'monitor.pid'))).toBe(false);
  });

  test.each(['', 'rubbish', '0', '-1', '999999999'])(
    'is not kept from a monitor by an owner file that says "%s"',
    async (text) => {
      writeFileSync(join(dir, 'monitor.pid'), text);
      await start();
      expect(readFileSync(join(dir, 'monitor.pid'), 'utf8').split(' ')[0]).toBe(String(process.pid));
      expect(readdirSync(dir).filter((name) => name.startsWith('monitor.pid.'))).toEqual([]);
    },
  );

  test.skipIf(!existsSync('/proc/self/stat'))(
    'is not kept from a monitor by a number that another process has after a restart of the machine',
    async () => {
      const { holder } = await hold();
      const [pid = '', began = ''] = readFileSync(join(dir, 'monitor.pid'), 'utf8').split(' ');
      expect([Number(pid), privateServerOwner(dir)]).toEqual([holder.pid, holder.pid]);
      writeFileSync(join(dir, 'monitor.pid'), `${pid} ${Number(began) - 1}`);
      expect(privateServerOwner(dir)).toBeNull();
    },
  );

  test('that dies is started again, with its data, and can still be stopped', async () => {
    const { url, stop } = await start();
    const pid = await ask(url, async (client) => {
      await client.set('kept', 'yes');
      await client.config('SET', 'appendfsync', 'always');
      await client.set('kept', 'still');
      return Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
    });
    process.kill(pid, 'SIGKILL');
    const kept = await eventually('it is back', async () => {
      if (existsSync(`/proc/${pid}/fd/0`)) return null;
      return ask(url, (client) => client.get('kept')).catch(() => null);
    });
    expect(kept).toBe('still');
    await stop();
    expect(existsSync(join(dir, 'monitor.pid'))).toBe(false);
    await expect(ask(url, (client) => client.get('kept'))).rejects.toThrow();
  });

  test('that cannot read its data says where to look, and leaves the directory free', async () => {
    mkdirSync(join(dir, 'appendonlydir'));
    writeFileSync(join(dir, 'appendonlydir', 'appendonly.aof.manifest'), 'this is no manifest\n');
    await expect(startPrivateServer(dir)).rejects.toThrow(
      `redis-server did not start; see ${join(dir, 'redis.log')}`,
    );
    expect(existsSync(join(dir, 'monitor.pid'))).toBe(false);
  });
});

test('without redis-server the start says what is missing', async () => {
  const { said } = await hold({ PATH: dir });
  expect(said).toBe(
    'refused: redis-server is not installed, and REDIS_URL is not set; install redis-server or set REDIS_URL',
  );
  expect(existsSync(join(dir, 'monitor.pid'))).toBe(false);
});

test.each([
  ['letters', 'x'.repeat(100)],
  ['letters of two bytes', 'ä'.repeat(50)],
])('a path that is too long for a socket is refused by name (%s)', async (_, name) => {
  await expect(startPrivateServer(join(dir, name))).rejects.toThrow(
    'the path of MONITOR_DATA_DIR is too long for a socket',
  );
});
