import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Whether this machine can open one: Node has no pseudo-terminals, Python has. */
export const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;

const python = `
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])) % 256)
`;

/** A program that runs in a terminal of its own, as if a person sat before it. */
export interface Terminal {
  /** All that stands on the screen. */
  printed(): string;
  press(keys: string): void;
  /** Closes the window. */
  close(): void;
  /** Resolves to the exit code of the program; a signal that ended it is 256 less its number. */
  ended: Promise<number | null>;
  /** The number of the process that the terminal runs. */
  programPid(): number;
}

/** Runs `command` in `cwd` in a new terminal, with no more environment than `env`. */
export function openTerminal(command: string[], cwd: string, env: Record<string, string>): Terminal {
  const window: ChildProcess = spawn('python3', ['-c', python, ...command], {
    ...{ cwd, env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  // Keys that are pressed while the program ends are lost, as with any window that closes.
  window.stdin?.on('error', () => undefined);
  window.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(window, 'close').then(() => window.exitCode);
  return {
    ended,
    printed: () => printed,
    press: (keys) => void window.stdin?.write(keys),
    close: () => void window.kill('SIGKILL'),
    programPid() {
      const children = spawnSync('pgrep', ['-P', String(window.pid)], { encoding: 'utf8' }).stdout;
      return Number(children.trim());
    },
  };
}
