import { Command } from 'commander';
import { type Started, start } from '../compose.ts';
import { createLogger } from '../telemetry/logger.ts';
import { endWithGrace } from './end-with-grace.ts';
import { requireConfig } from './require-config.ts';
import { sayWelcome } from './say-welcome.ts';
import type { Terminal } from './terminal.ts';

/** How long a node may take to finish what it has when it is told to stop. */
const graceMs = 9_000;

/** `start`: runs a node until SIGTERM or Ctrl-C. */
export function startCommand(terminal: Terminal, version: string): Command {
  const command = new Command('start')
    .description('run this node: API, workers, or both')
    .option('--roles <list>', 'what it does, in place of MONITOR_ROLES: api, worker or api,worker');
  return command.action(async (flags: { roles?: string }) => {
    const config = requireConfig(terminal, flags.roles === undefined ? {} : { MONITOR_ROLES: flags.roles });
    if (config === null) return;
    const log = createLogger(config.logLevel, terminal.isInteractive);
    const stopping = new AbortController();
    let starting: Promise<Started> | null = null;
    endWithGrace({
      ...{ log, graceMs },
      exitNow: (code) => terminal.exitNow(code),
      async close() {
        stopping.abort();
        const node = await starting?.catch(() => null);
        await node?.close();
      },
    });
    try {
      starting = start(config, log, stopping.signal);
      const node = await starting;
      terminal.out(sayWelcome(config, node, { version, isSeen: terminal.isSeen }));
    } catch (error) {
      // It was told to stop while it started.
      if (stopping.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      log.debug({ error }, 'start failed');
      terminal.err(`The monitor cannot start: ${message}\n`);
      terminal.exit(1);
    }
  });
}
