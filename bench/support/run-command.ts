import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Runs a command of the program and resolves to its standard output. */
export async function runCommand(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}
