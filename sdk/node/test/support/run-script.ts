import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every Node on the PATH that the package supports, by its version: this one, and where there is one, the oldest. */
export const nodes: ReadonlyMap<string, string> = findNodes();

export interface Run {
  child: ChildProcess;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string; errors: string }>;
}

/** Runs a program with the built package. `PACKAGE` names it. */
export function run(file: string, args: readonly string[], env: Record<string, string>): Run {
  const child = spawn(file, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PACKAGE: join(root, 'dist/esm/index.js'),
      SERVICE_MONITOR_SERVICE: 'script',
      ...env,
    },
  });
  const text = { output: '', errors: '' };
  child.stdout.on('data', (chunk) => (text.output += String(chunk)));
  child.stderr.on('data', (chunk) => (text.errors += String(chunk)));
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    ...text,
  }));
  return { child, ended };
}

export function scriptPath(name: string): string {
  return join(root, 'test/support/scripts', name);
}

export const cliPath = join(root, 'dist/esm/cli.js');

function findNodes(): Map<string, string> {
  const found = new Map<string, string>();
  const folders = (process.env['PATH'] ?? '').split(':');
  for (const file of [process.execPath, ...folders.map((folder) => join(folder, 'node'))]) {
    if (!existsSync(file)) continue;
    const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
    if (Number(version.slice(1).split('.')[0]) >= 20 && !found.has(version)) found.set(version, file);
  }
  return found;
}
