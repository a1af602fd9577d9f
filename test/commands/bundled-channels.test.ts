import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { ChannelAbout } from '../../src/channels/channel-about.ts';
import { channelTypes } from '../../src/channels/registry.ts';
import { filledIn } from '../channels/channels-page.ts';

const { bundleProgram } = (await import(
  new URL('../../scripts/bundle-program.mjs', import.meta.url).href
)) as { bundleProgram(): Promise<string> };

/** Prints the address of every module that is loaded. */
const hook = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

test('the bundle has every kind of channel, and loads no source and no kind that is not asked for', async () => {
  const main = await bundleProgram();
  const dir = mkdtempSync(join(tmpdir(), 'bundled-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'hook.mjs'), hook);
  const env = {
    ...{ PATH: process.env['PATH'], MONITOR_CONFIG: 'monitor.yaml' },
    MONITOR_COMMAND_CHANNELS: 'on',
  };

  const loadedWith = (channels: unknown[]): string[] => {
    writeFileSync(join(dir, 'monitor.yaml'), JSON.stringify({ channels }));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', './hook.mjs', main, 'config', 'check'],
      { cwd: dir, encoding: 'utf8', env },
    );
    expect(status).toBe(0);
    return stderr.split('\n');
  };
  const kindsIn = (urls: string[]) =>
    urls.flatMap((url) => /\/kind-([\w-]+)\.js$/.exec(url)?.[1] ?? []).sort();

  const all = await Promise.all(
    channelTypes.map(async (type) => {
      const { about } = (await import(`../../src/channels/${type}/about.ts`)) as { about: ChannelAbout };
      return { ...filledIn(about.example), id: type };
    }),
  );
  expect(kindsIn(loadedWith([]))).toEqual([]);
  const loaded = loadedWith(all);
  expect(kindsIn(loaded)).toEqual([...channelTypes].sort());
  const source = fileURLToPath(new URL('../../src/', import.meta.url));
  expect(loaded.filter((url) => url.includes(source))).toEqual([]);
});
