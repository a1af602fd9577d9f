import { expect, test } from 'vitest';
import { readHouseFile, sourceFiles } from './source-files.ts';

test('no document gives a command that needs a newer Node than the machine may have', () => {
  const files = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((path) => ({ path, text: readHouseFile(path) })),
    ...['docs', 'deploy', 'examples', 'sdk'].flatMap((folder) => sourceFiles(folder, ['.md'])),
  ].filter(({ path }) => !path.includes('node_modules'));
  expect(files.length).toBeGreaterThan(10);
  const wrong = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(`?\S+ |^|`)node (?:--\S+ )*\S+\.ts\b/gm)]
      .filter(([, before = '']) => !/^`?(npx|--) $/.test(before))
      .map(([command]) => `${path}: ${command}`),
  );
  expect(wrong).toEqual([]);
});
