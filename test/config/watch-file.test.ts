import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FileWatch } from '../../src/config/watch-file.ts';
import { openConfigDir } from './open-config-dir.ts';

const { dir, write } = openConfigDir();
let path: string;
let watch: FileWatch;

beforeEach(async () => {
  path = write('watched.yaml', 'channels: []\n');
  watch = new FileWatch(path);
  await settle();
});

/** Looks until the file is known as it is. */
async function settle(): Promise<void> {
  await watch.look();
  expect(await watch.look()).toBe(true);
  watch.acknowledge();
  expect(await watch.look()).toBe(false);
}

test('a file that nobody touches is not changed', async () => {
  expect([await watch.look(), await watch.look()]).toEqual([false, false]);
});

test.each<[string, () => void]>([
  ['written in its place', () => writeFileSync(path, 'services: []\n')],
  [
    'replaced by another of the same size and time',
    () => {
      const other = write('other.yaml', 'channels: {}\n');
      utimesSync(other, 1_000, 1_000);
      utimesSync(path, 1_000, 1_000);
      renameSync(other, path);
    },
  ],
  ['removed', () => rmSync(path)],
])('a file that was %s is changed, once it stays so', async (_, change) => {
  change();
  expect([await watch.look(), await watch.look()]).toEqual([false, true]);
  watch.acknowledge();
  expect(await watch.look()).toBe(false);
});

test('a file that is still being written is waited for', async () => {
  for (let part = 0; part < 3; part++) {
    appendFileSync(path, '# more\n');
    expect(await watch.look()).toBe(false);
  }
  expect(await watch.look()).toBe(true);
});

test('a swapped directory of links is a change, as Kubernetes makes it', async () => {
  for (const version of ['v1', 'v2']) {
    mkdirSync(join(dir, version));
    write(join(version, 'monitor.yaml'), 'channels: []\n');
  }
  symlinkSync('v1', join(dir, '..data'));
  symlinkSync(join('..data', 'monitor.yaml'), join(dir, 'monitor.yaml'));
  watch = new FileWatch(join(dir, 'monitor.yaml'));
  await settle();
  symlinkSync('v2', join(dir, '..data_tmp'));
  renameSync(join(dir, '..data_tmp'), join(dir, '..data'));
  expect([await watch.look(), await watch.look()]).toEqual([false, true]);
});
