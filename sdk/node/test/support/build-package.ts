import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds `dist` once, so the tests that run the package run what is in `src` now. */
export default function buildPackage(): void {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
