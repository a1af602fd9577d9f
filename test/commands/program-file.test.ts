import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Plain JavaScript that runs before anything is installed. */
const { bundleOf, programOf, sourceOf } = (await import(
  new URL('../../scripts/program.mjs', import.meta.url).href
)) as Record<'bundleOf' | 'programOf' | 'sourceOf', (root: string) => string>;

function checkout(): string {
  const root = mkdtempSync(join(tmpdir(), 'program-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const dir of ['src/domain', 'src/dashboard', 'scripts'])
    mkdirSync(join(root, dir), { recursive: true });
  for (const file of ['src/main.ts', 'src/domain/glob.ts', 'src/dashboard/page.tsx', 'package-lock.json'])
    writeFileSync(join(root, file), 'export {};\n');
  writeFileSync(join(root, 'scripts/bundle-program.mjs'), '');
  return root;
}

function bundle(root: string): string {
  const file = bundleOf(root);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

test('the program is its source until it is bundled', () => {
  const root = checkout();
  expect(programOf(root)).toBe(sourceOf(root));
  const made = bundle(root);
  expect(programOf(root)).toBe(made);
});

test.each([
  ['changed', (root: string) => utimesSync(join(root, 'src/domain/glob.ts'), 1, 1)],
  ['added', (root: string) => writeFileSync(join(root, 'src/domain/new.ts'), '')],
  ['removed', (root: string) => rmSync(join(root, 'src/domain/glob.ts'))],
  [
    'replaced by another version of a package',
    (root: string) => utimesSync(join(root, 'package-lock.json'), 1, 1),
  ],
])('a bundle is not used once a source was %s', (_, change) => {
  const root = checkout();
  bundle(root);
  change(root);
  expect(programOf(root)).toBe(sourceOf(root));
});

test('a change of what is no part of the bundle keeps it', () => {
  const root = checkout();
  const made = bundle(root);
  writeFileSync(join(root, 'src/dashboard/page.tsx'), 'export const page = 1;\n');
  expect(programOf(root)).toBe(made);
});
