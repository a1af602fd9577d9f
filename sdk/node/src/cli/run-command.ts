import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

export interface CommandEnd {
  /** The exit status a shell would have. */
  status: number;
  /** It did what it was to do, or was told to stop. */
  isMeant: boolean;
}

const forwarded: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGINT'];
/** After these a command is over, however it ends; after SIGHUP it may go on with another configuration. */
const stopping: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];

/** A terminal and systemd signal a whole group: the command may be dead of it before we hear of it. */
const lateSignalMs = 100;

/** Runs a command in this terminal, hands it the signals, and resolves when it has ended. */
export function runCommand([file = '', ...args]: readonly string[]): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit' });
    const passedOn = new Set<NodeJS.Signals>();
    const forward = (signal: NodeJS.Signals) => {
      passedOn.add(signal);
      // Ctrl-C reaches the whole foreground group: the command has it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const end = async (status: number, signal: NodeJS.Signals | null = null) => {
      if (status !== 0) await wait(lateSignalMs);
      for (const one of forwarded) process.removeListener(one, forward);
      const wasStopped =
        stopping.some((one) => passedOn.has(one)) || (signal !== null && passedOn.has(signal));
      resolve({ status, isMeant: status === 0 || wasStopped });
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      console.error(`service-monitor: ${error.message}`);
      void end(error.code === 'ENOENT' ? 127 : 126);
    });
    child.once(
      'exit',
      (code, signal) => void end(code ?? 128 + (signal === null ? 0 : constants.signals[signal]), signal),
    );
  });
}
