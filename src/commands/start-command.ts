import { Command } from 'commander';
import { judgedBy } from '../compose/show-node.ts';
import { type Started, start } from '../compose.ts';
import { UnusableDataDirError } from '../store/private-server/unusable-data-dir-error.ts';
import { createLogger } from '../telemetry/logger.ts';
import { endWithGrace } from './end-with-grace.ts';
import { formatWelcome } from './format-welcome.ts';
import { logLine, logWelcome } from './log-line.ts';
import { requireConfig } from './require-config.ts';
import type { Terminal } from './terminal.ts';

/** How long a node may take to finish what it has when it is told to stop. */
const graceMs = 9_000;

/** `start`: runs a node until SIGTERM or Ctrl-C. */
export function startCommand(terminal: Terminal, version: string): Command {
  const command = new Command('start')
    .description('run this node: API, workers, or both')
    .option('--roles <list>', 'the role, instead of MONITOR_ROLES: api, worker or api,worker');
  return command.action(async (flags: { roles?: string }) => {
    const given = flags.roles === undefined ? {} : { MONITOR_ROLES: flags.roles };
    const config = requireConfig(terminal, given, { isLogged: !terminal.isInteractive });
    if (config === null) return;
    const log = createLogger(config.logLevel, terminal.isInteractive);
    if (!terminal.isSeen) {
      log.info({ version, roles: config.roles, ...judgedBy(config) }, 'starting with this configuration');
    }
    const stopping = new AbortController();
    let starting: Promise<Started> | null = null;
    endWithGrace({
      log,
      graceMs,
      onHangUp:
        terminal.isSeen || terminal.isInteractive
          ? undefined
          : () => void starting?.then((node) => node.reload()).catch(() => undefined),
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
      terminal.out(
        terminal.isSeen ? formatWelcome(config, node, version) : logWelcome(config, node, version),
      );
    } catch (error) {
      // It was told to stop while it started.
      if (stopping.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      log.debug({ error }, 'start failed');
      const said = `The monitor cannot start: ${message}`;
      terminal.err(terminal.isInteractive ? `${said}\n` : logLine('fatal', {}, said));
      terminal.exit(error instanceof UnusableDataDirError ? 2 : 1);
    }
  });
}
