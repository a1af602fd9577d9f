import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testKey } from '../../support/start-monitor.ts';

/** Whether a language is on this machine: `hasProgram('python3', '--version')`. */
export function hasProgram(file: string, ...args: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}

/** A program of `examples` at work, as a user starts it: the monitor's address and key are in its environment. */
export class ExampleProcess {
  readonly child: ChildProcess;
  printed = '';
  readonly #ended: Promise<unknown>;

  /** @param args Paths in them start at `examples`. */
  constructor(monitorUrl: string, file: string, args: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(file, args, {
      cwd: fileURLToPath(new URL('../../../examples', import.meta.url)),
      env: {
        PATH: process.env['PATH'],
        SERVICE_MONITOR_URL: monitorUrl,
        SERVICE_MONITOR_API_KEY: testKey,
        ...env,
      },
      ...{ stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    this.#ended = once(this.child, 'close');
  }

  /** Resolves to its exit code when it has ended. One that has ended already is not signalled. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      // A terminal sends it to all that the program started, too.
      if (signal === 'SIGINT' && this.child.pid) process.kill(-this.child.pid, signal);
      else this.child.kill(signal);
    }
    return this.ended();
  }

  /** Its exit code, once it ends by itself. */
  async ended(): Promise<number | null> {
    await this.#ended;
    return this.child.exitCode;
  }
}
