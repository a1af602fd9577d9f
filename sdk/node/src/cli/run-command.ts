import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGINT'];

/** Runs a command in this terminal, hands it the signals, and resolves to the exit status a shell would have. */
export function runCommand([file = '', ...args]: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit' });
    const forward = (signal: NodeJS.Signals) => {
      // Ctrl-C reaches the whole foreground group: the command has it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const end = (status: number) => {
      for (const signal of forwarded) process.removeListener(signal, forward);
      resolve(status);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      console.error(`service-monitor: ${error.message}`);
      end(error.code === 'ENOENT' ? 127 : 126);
    });
    child.once('exit', (code, signal) =>
      end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
