import { isatty } from 'node:tty';
import { Command } from 'commander';
import { Closers } from '../compose/closers.ts';
import { demoTexts } from '../demo/demo-texts.ts';
import { startDemo } from '../demo/start-demo.ts';
import { createTell } from '../demo/tell.ts';
import { createLogger } from '../telemetry/logger.ts';
import { endWithGrace } from './end-with-grace.ts';
import { startDemoMonitor } from './start-demo-monitor.ts';
import type { Terminal } from './terminal.ts';

const graceMs = 9_000;

const about = `It starts a monitor with a Redis of its own, an inbox that is a real mail server and a real receiver of
webhooks, and a small fleet; then services fall silent, come back, are deployed and flap. All of it listens on this
machine alone, on free ports (8090 and 8091 if they are), with its data in a temporary directory that is removed at the end.
Settings of the environment, and a monitor that runs here, are left alone.`;

/** `demo`: a fleet that lives, falls silent and comes back, until Ctrl-C. */
export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description('see in a minute what the monitor does: a fleet of its own, an inbox, the dashboard')
    .addHelpText('after', `\n${about}`)
    .action(async () => {
      // What goes wrong is told, but not each hiccup of a machine with other things to do.
      const log = createLogger('error', false);
      const closers = new Closers(log);
      const stopping = new AbortController();
      let starting: ReturnType<typeof startDemo> | null = null;
      let isSeen = false;
      endWithGrace({
        log,
        graceMs,
        exitNow: (code) => terminal.exitNow(code),
        async close() {
          stopping.abort();
          const demo = await starting?.catch(() => null);
          await demo?.story.catch(() => undefined);
          await closers.close();
          terminal.out(isSeen ? `\nThe demo has ended; nothing of it is left.\n\n${demoTexts.next()}` : '\n');
        },
      });
      // Where nobody reads any more, as behind `| head`, nothing is to be shown.
      process.stdout.once('error', () => process.kill(process.pid, 'SIGTERM'));
      const hands = isatty(0) ? 'enter' : 'page';
      const { colour, columns } = terminal;
      terminal.out('The demo starts: a monitor, a Redis, an inbox and a fleet …\n');
      try {
        starting = startDemo({
          ...({ hands, colour, closers, signal: stopping.signal } as const),
          startMonitor: (wanted) => startDemoMonitor(wanted, log, stopping.signal),
          tell: createTell((text) => terminal.out(text), { colour, columns }),
        });
        const { press, story } = await starting;
        isSeen = true;
        if (hands === 'enter') process.stdin.on('data', press);
        await story;
        if (!stopping.signal.aborted) terminal.out(`\n${demoTexts.next()}`);
      } catch (error) {
        // It was told to stop while it started.
        if (stopping.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        terminal.err(`The demo cannot run: ${message}\n`);
        await closers.close();
        terminal.exitNow(1);
      }
    });
}
