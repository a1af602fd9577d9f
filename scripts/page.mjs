// Where the built web page is, and whether it was built of exactly these sources. Plain JavaScript, without packages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, fingerprintOf } from './program.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));

/** The monitor serves what it finds here: `src/http/routes/dashboard.ts`. */
export function pageOf(root = here) {
  return join(root, 'dist/page');
}

export function sourcesOfPage(root = here) {
  const isPart = (name) => /\.(tsx?|css|html|svg)$/.test(name);
  // The page uses some of the rules, too.
  const sources = ['src/dashboard', 'src/domain'].flatMap((room) => filesBelow(root, room, isPart));
  return fingerprintOf(root, [...sources, 'package-lock.json', 'scripts/bundle-page.mjs']);
}

/** The last file that a build writes says of which sources it was made. */
export function stampOf(page) {
  return join(page, '.sources');
}

export function isPageBuilt(root = here) {
  const stamp = stampOf(pageOf(root));
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOfPage(root);
}
