import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTerminal, type Terminal } from './open-terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` in a terminal, as the package has it but for what prepares the machine, in `dir`. */
export function openNpmStart(dir: string, args: string[], env: Record<string, string>): Terminal {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const start = scripts.start.split('&& ').at(-1)?.replace('scripts/', join(root, 'scripts/'));
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'of-test', scripts: { start } }));
  return openTerminal(['npm', 'start', '--', ...args], dir, {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: dir,
    NO_COLOR: '1',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    ...env,
  });
}
