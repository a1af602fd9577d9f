import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from '../support/program.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the real program to its end, in `cwd` and with no more environment than `env` and the PATH. */
export async function runCommand(
  cwd: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
  });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ran.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ran.stderr += chunk.toString()));
  await once(child, 'close');
  return { ...ran, code: child.exitCode };
}
