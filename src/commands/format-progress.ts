import type { BackupCounts } from '../store/backup/backup-line.ts';
import type { Terminal } from './terminal.ts';

const everyMs = 1_000;

/** Tells people how far long work is: one line that is rewritten on a terminal, a line now and then elsewhere. */
export function formatProgress(terminal: Terminal, what: string): (done: number, total?: number) => void {
  let saidAtMs = performance.now();
  return (done, total) => {
    const isDone = done === total;
    if (performance.now() - saidAtMs < everyMs && !(isDone && terminal.isInteractive)) return;
    saidAtMs = performance.now();
    const line = `${what}: ${done}${total === undefined ? '' : ` of ${total}`}`;
    if (!terminal.isInteractive) terminal.err(`${line}\n`);
    else terminal.err(`\r${line}\x1b[K${isDone ? '\n' : ''}`);
  };
}

/** What a backup holds, in words. */
export function formatCounts({ services, instances, incidents, notifications, keys }: BackupCounts): string {
  return `${services} services, ${instances} instances, ${incidents} incidents, ${notifications} notifications, ${keys} keys`;
}
