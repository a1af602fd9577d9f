import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { partitionKeys } from '../../src/store/keys.ts';
import { readHouseFile, sourceFiles } from './source-files.ts';

const house = new URL('../../', import.meta.url);

/** What readers of the code read. */
const ofTheHouse = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((path) => ({ path, text: readHouseFile(path) })),
  ...sourceFiles('docs', ['.md']),
];

test('no document gives a command that needs a newer Node than the machine may have', () => {
  const files = [
    ...ofTheHouse,
    ...['deploy', 'examples', 'sdk'].flatMap((folder) => sourceFiles(folder, ['.md'])),
  ].filter(({ path }) => !path.includes('node_modules'));
  expect(files.length).toBeGreaterThan(10);
  const wrong = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(`?\S+ |^|`)node (?:--\S+ )*\S+\.ts\b/gm)]
      .filter(([, before = '']) => !/^`?(npx|--) $/.test(before))
      .map(([command]) => `${path}: ${command}`),
  );
  expect(wrong).toEqual([]);
});

test('every file that a document links or names by its path is there', () => {
  const named = ofTheHouse.flatMap(({ path, text }) => {
    const from = new URL(path, house);
    const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, to = '']) => new URL(to, from));
    // A name that goes on with a placeholder is none of a file.
    const paths = [
      ...text.matchAll(/(?<![\w/.-])(?:src|test|docs|deploy|bench|sdk)\/[\w./-]*\w(?![\w/.-]*[<*{…])/g),
    ].map(([to]) => new URL(to, house));
    return [...links, ...paths].map((url) => ({ path, url }));
  });
  expect(named.length).toBeGreaterThan(300);
  // The rooms that are one file are named without its ending.
  const lost = named.filter(({ url }) => !existsSync(url) && !existsSync(new URL(`${url.href}.ts`)));
  expect(lost.map(({ path, url }) => `${path}: ${url.pathname.slice(house.pathname.length)}`)).toEqual([]);
});

test('every file that architecture.md and CONTRIBUTING name without its folder is there', () => {
  const files = ['src', 'test'].flatMap((folder) => sourceFiles(folder, ['.ts', '.lua', '.json', '.yaml']));
  const names = new Set(files.map(({ path }) => path.split('/').at(-1)));
  const documents = ofTheHouse.filter(({ path }) => /^(CONTRIBUTING|docs\/architecture)\.md$/.test(path));
  const named = documents.flatMap(({ text }) =>
    [...text.matchAll(/`([\w-]+(?:\.test)?\.(?:ts|lua))`/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test('every Redis key of a partition stands in architecture.md', () => {
  const text = readHouseFile('docs/architecture.md');
  const { tag, ...keys } = partitionKeys(0);
  const kinds = Object.values(keys).map((key) => (typeof key === 'string' ? key : key('totals')));
  const names = kinds.map((key) => key.slice(tag.length + 1).replace(/:.*/, ''));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !new RegExp(`\`${name}[\`:]`).test(text))).toEqual([]);
});
