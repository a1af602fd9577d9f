import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { startPrivateServer } from '../../src/store/private-server/start-private-server.ts';
import { eventually } from '../support/eventually.ts';
import { openNpmStart } from '../support/open-npm-start.ts';
import { hasTerminal, type Terminal } from '../support/open-terminal.ts';

const ctrlC = '\x03';

interface Running {
  dir: string;
  terminal: Terminal;
  /** The program itself, below npm. */
  pid: number;
}

async function npmStart(): Promise<Running> {
  const dir = mkdtempSync(join(tmpdir(), 'ending-'));
  const terminal = openNpmStart(dir, [], { MONITOR_DATA_DIR: dir, MONITOR_PORT: '0' });
  await eventually('it runs', () => terminal.printed().includes('Register an instance'), 60_000);
  // To a person the first key is shown, and once.
  const key = readFileSync(join(dir, 'first-key'), 'utf8').trim();
  expect(terminal.printed().split(key)).toHaveLength(2);
  const pid = Number(readFileSync(join(dir, 'monitor.pid'), 'utf8').split(' ')[0]);
  await ask(dir, (client) => client.set('kept', 'yes'));
  return { dir, terminal, pid };
}

async function ask<T>(dir: string, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({ path: join(dir, 'redis.sock') });
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

/** The redis-server of this directory, and what watches over it. */
function serversOf(dir: string): string[] {
  const all = spawnSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  return all.filter((line) => line.includes('redis') && line.includes(dir));
}

/**
 * Starts it as often as there are `ends`, and ends each in its way; resolves to the exit codes when nothing runs and
 * everything is kept.
 */
async function endings(...ends: ((running: Running) => void)[]): Promise<(number | null)[]> {
  return Promise.all(
    ends.map(async (end) => {
      const running = await npmStart();
      const { dir, terminal } = running;
      expect(serversOf(dir)).not.toEqual([]);
      end(running);
      const code = await terminal.ended;
      await eventually('its redis-server is gone', () => serversOf(dir).length === 0);
      const server = await startPrivateServer(dir);
      expect(await ask(dir, (client) => client.get('kept'))).toBe('yes');
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
      return code;
    }),
  );
}

describe.skipIf(!hasTerminal)(
  'npm start in a terminal ends, and its redis-server with it, with all data',
  () => {
    test('with 0 however often Ctrl-C is pressed at once', async () => {
      const press =
        (times: number) =>
        ({ terminal }: Running) =>
          terminal.press(ctrlC.repeat(times));
      expect(await endings(press(1), press(2), press(5))).toEqual([0, 0, 0]);
    });

    test('with 0 when Ctrl-C is pressed again and again', async () => {
      const end = ({ terminal }: Running) => {
        const pressing = setInterval(() => terminal.press(ctrlC), 40);
        setTimeout(() => clearInterval(pressing), 400);
      };
      expect(await endings(end)).toEqual([0]);
    });

    test('with 0 on SIGTERM to npm, or to the program', async () => {
      const codes = await endings(
        ({ terminal }) => process.kill(terminal.programPid(), 'SIGTERM'),
        ({ pid }) => process.kill(pid, 'SIGTERM'),
      );
      expect(codes).toEqual([0, 0]);
    });

    test('when the terminal is closed, and when the program is killed', async () => {
      await endings(
        ({ terminal }) => terminal.close(),
        ({ pid }) => process.kill(pid, 'SIGKILL'),
      );
    });
  },
);
