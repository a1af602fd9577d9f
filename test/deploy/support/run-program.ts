import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program to its end, `input` on its standard input, and returns what it printed; fails with what it said when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  input = '',
): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  child.stdin.on('error', () => undefined).end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) {
    const said = `${stdout}${stderr}`.trimEnd().split('\n').slice(-15).join('\n');
    throw new Error(`${program} ${args.join(' ')} ended with ${child.exitCode}:\n${said}`);
  }
  return stdout;
}
