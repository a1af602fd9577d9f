import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import { settingsTable } from './settings-table.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the table of settings in README.md is the one of src/config/settings.ts', () => {
  const [, shown] = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(read('README.md')) ?? [];
  // Print it with: npx node test/config/settings-table.ts
  expect(shown?.trim()).toBe(settingsTable());
});

test('each setting has a name of its own and a meaning that fits into a table', () => {
  const all = Object.values(settings);
  expect(new Set(all.map((setting) => setting.name)).size).toBe(all.length);
  for (const { name, meaning } of all) {
    expect(name).toMatch(/^[A-Z][A-Z_]+$/);
    expect(meaning).toMatch(/^[^|\n]+\.$/);
  }
});

test('no other variable is read: src names only those of the list, and NO_COLOR', () => {
  const named = new Set(
    readdirSync(fileURLToPath(new URL('../../src', import.meta.url)), { recursive: true })
      .map(String)
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => read(`src/${path}`).match(/\b(MONITOR_[A-Z_]+|NO_COLOR)\b(?!_FILE)/g) ?? []),
  );
  const known = new Set<string>(Object.values(settings).map((setting) => setting.name));
  known.add('NO_COLOR');
  // What the channel `command` tells its program: set, and not read.
  const isTold = (name: string) => name.startsWith('MONITOR_MESSAGE_');
  const others = [...named].filter((name) => !isTold(name));
  expect(others.filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
});
