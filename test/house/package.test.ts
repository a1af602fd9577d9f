import { expect, test } from 'vitest';
import { readHouseFile } from './source-files.ts';

const manifest = JSON.parse(readHouseFile('package.json')) as {
  version: string;
  license: string;
  private: boolean;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const lock = JSON.parse(readHouseFile('package-lock.json')) as {
  packages: Record<string, { version: string; dependencies?: object; devDependencies?: object }>;
};

test('there are at most ten scripts', () => {
  expect(Object.keys(manifest.scripts).length).toBeLessThanOrEqual(10);
});

test('every version is exact, and the lock file has the same', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
  const locked = Object.keys(all).map((name) => [name, lock.packages[`node_modules/${name}`]?.version]);
  expect(Object.fromEntries(locked)).toEqual(all);
  expect(lock.packages['']).toMatchObject({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
  });
});

test('no package is needed twice', () => {
  const both = Object.keys(manifest.dependencies).filter((name) => name in manifest.devDependencies);
  expect(both).toEqual([]);
});

test('the package is private, has the licence that stands beside it, and a version', () => {
  expect(manifest).toMatchObject({ private: true, license: 'MIT' });
  expect(readHouseFile('LICENSE')).toContain('MIT License');
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
});
