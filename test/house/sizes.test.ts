import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Page styles and markup are one file each by nature; the rule is for code. */
const code = ['.ts', '.tsx', '.js', '.lua'];

test.each(['src', 'test'])('no file below %s has more than 250 lines', (folder) => {
  const long = sourceFiles(folder, code).filter((file) => file.lines > 250);
  expect(long.map((file) => `${file.path}: ${file.lines}`)).toEqual([]);
});

test('half of the files of src have at most 60 lines', () => {
  const lengths = sourceFiles('src', code)
    .map((file) => file.lines)
    .sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60);
});

test('file names are kebab-case, and none is a drawer for odds and ends', () => {
  const drawer = /(^|[-/.])(utils?|helpers?|managers?|common|misc|index)([-/.]|$)/;
  const kebab = /\/[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.(tsx?|js|lua)$/;
  const wrong = sourceFiles('src', code).filter(({ path }) => !kebab.test(path) || drawer.test(path));
  expect(wrong.map((file) => file.path)).toEqual([]);
});

test('every Lua script says what it takes and what it returns', () => {
  const scripts = sourceFiles('src', ['.lua']);
  expect(scripts.length).toBeGreaterThan(0);
  const silent = scripts.filter(
    ({ path, text }) =>
      !text.startsWith('-- ') ||
      (!path.endsWith('/now.lua') && !(/^-- KEYS {2}/m.test(text) && /^-- Returns {2}/m.test(text))),
  );
  expect(silent.map((script) => script.path)).toEqual([]);
});
