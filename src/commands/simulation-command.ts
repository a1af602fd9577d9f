import { constants } from 'node:os';
import type { Command } from 'commander';
import { simulateCommand } from '../simulator/simulate-command.ts';
import type { Access } from './ask-monitor.ts';
import { hearSignals } from './hear-signals.ts';
import type { Terminal } from './terminal.ts';

/** `simulate` in a terminal: Ctrl-C ends the run in good order, since a fleet that does not deregister is an outage. */
export function simulationCommand(terminal: Terminal, access: Access): Command {
  const { out: stdout, err: stderr, columns, colour, exit, exitNow } = terminal;
  const stopping = new AbortController();
  const command = simulateCommand(access, {
    exit,
    signal: stopping.signal,
    out: { stdout, stderr, columns, colour },
  });
  return command.hook('preAction', () => {
    const { calm } = hearSignals({
      onStop: () => stopping.abort(),
      onRepeat(signal) {
        stderr('\nEnded at once: instances that were not deregistered yet will be Down.\n');
        exitNow(128 + constants.signals[signal]);
      },
    });
    command.hook('postAction', calm);
  });
}
