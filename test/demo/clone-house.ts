import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A clean clone of what is committed, in a folder of `dir`, with the packages of this house as if they were installed. */
export function cloneHouse(dir: string): string {
  const clone = join(dir, 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  const modules = join(clone, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.prepared') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  // What scripts/prepare.mjs leaves when it has installed the packages.
  const lock = readFileSync(join(clone, 'package-lock.json'), 'utf8');
  writeFileSync(join(modules, '.prepared'), `without tests\n${lock}`);
  return clone;
}
