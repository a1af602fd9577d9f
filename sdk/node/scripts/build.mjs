// Builds `dist`: ES modules, and CommonJS for whoever cannot import them. In a fresh clone the compiler is installed first.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));
const repository = join(here, '../..');
const programs = join(repository, 'node_modules/.bin');

if (!existsSync(join(programs, 'tsc'))) run('npm', ['ci', '--no-audit', '--no-fund'], repository);
rmSync(join(here, 'dist'), { recursive: true, force: true });
run('tsc', ['-p', 'tsconfig.build.json'], here);
run('tsc', ['-p', 'tsconfig.build-cjs.json'], here);
// Declarations keep the endings of the sources, which TypeScript before 5.0 refuses.
for (const name of readdirSync(join(here, 'dist'), { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const path = join(here, 'dist', name);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
// The package as a whole is of the type `module`.
writeFileSync(join(here, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

/** What npm prints goes to stderr: the output of `npm pack --json` stays clean. */
function run(command, args, cwd) {
  const env = { ...process.env, PATH: programs + delimiter + process.env.PATH };
  const { status } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
