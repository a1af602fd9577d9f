import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync } from 'node:fs';

/**
 * The shell becomes the server; the process that it leaves beside it reads a pipe that ends with the monitor, however
 * that ends, and then tells the server to stop as an operator would. What the server writes is its owner's alone.
 */
const guard = `umask 077
exec 3<&0
{ trap '' HUP INT QUIT TERM; while read -r _ <&3; do :; done; kill -TERM $$; } &
exec redis-server "$@" 3<&- </dev/null`;

/** What a shell answers when there is no such program. */
export const exitCodeOfMissing = 127;

/** Starts redis-server so that it does not outlive this process; what it prints goes to the end of `logFile`. */
export function spawnGuardedServer(args: readonly string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  // In a group of its own: Ctrl-C must reach the monitor first, which stops its server last.
  const server = spawn('/bin/sh', ['-c', guard, 'redis-server', ...args], {
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  // What could not be spawned has no number; its reason stands nowhere else.
  server.once('error', (error) => appendFileSync(logFile, `${String(error)}\n`));
  server.once('exit', () => {
    try {
      // Only the guard is left in the group.
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
    } catch {
      // It is gone too.
    }
  });
  return server;
}
