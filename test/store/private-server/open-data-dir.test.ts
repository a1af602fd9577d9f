import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type PrivateServer,
  startPrivateServer,
} from '../../../src/store/private-server/start-private-server.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

let dir: string;
let server: PrivateServer | null = null;
let warnings: string[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'data-dir-'));
  warnings = [];
});
afterEach(async () => {
  await server?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const warn = (_: object, text: string) => void warnings.push(text);
  server = await startPrivateServer(dir, { log: { warn, info: () => undefined, error: () => undefined } });
}

const modeOf = (...path: string[]) => statSync(join(dir, ...path)).mode & 0o777;

describe.skipIf(!isInstalled)('the data directory', () => {
  test('is closed if others could look into it, also later, and so is what is written there', async () => {
    chmodSync(dir, 0o755);
    await start();
    expect([modeOf('.'), warnings]).toEqual([0o700, []]);
    const files = [
      ['redis.log'],
      ...readdirSync(join(dir, 'appendonlydir')).map((name) => ['appendonlydir', name]),
    ];
    expect(files).toHaveLength(4);
    expect(files.filter((path) => modeOf(...path) !== 0o600)).toEqual([]);
    await server?.stop();

    chmodSync(dir, 0o775);
    await start();
    expect([modeOf('.'), warnings]).toEqual([0o700, []]);
  });

  test('stays as it is when other things are in it, which is said; what is written there is closed', async () => {
    chmodSync(dir, 0o755);
    writeFileSync(join(dir, 'index.html'), '');
    await start();
    expect(modeOf('.')).toBe(0o755);
    expect(warnings.join()).toContain('other users can read the data directory');
    expect(modeOf('appendonlydir')).toBe(0o700);
  });
});
