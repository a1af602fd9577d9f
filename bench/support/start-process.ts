import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of a bench; it says `ready <text>` on stdout once it is. */
export interface BenchProcess {
  pid: number;
  ready: string;
  child: ChildProcess;
  /** The last line of its output, when it has ended by itself. */
  result(): Promise<string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a script of `bench/` or `src/`, given by its path from the root, and waits until it is ready. */
export async function startProcess(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<BenchProcess> {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'error', NODE_ENV: 'production', ...env },
  });
  let output = '';
  const exited = once(child, 'exit');
  const ready = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /^ready (\S*)|"address":"([^"]+)"/m.exec(output);
      if (found) resolve(found[1] ?? found[2] ?? '');
    });
    exited.then(
      () => reject(new Error(`${script} ended before it was ready:\n${output}`)),
      (error: Error) => reject(error),
    );
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    pid: child.pid ?? 0,
    ready,
    child,
    async result() {
      await exited;
      return output.trim().split('\n').at(-1) ?? '';
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
