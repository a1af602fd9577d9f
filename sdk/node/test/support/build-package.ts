import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Builds `dist` once, so the tests that run the package run what is in `src` now. */
export default function buildPackage(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  rmSync(`${root}/dist`, { recursive: true, force: true });
  execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
}
