#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Command } from 'commander';
import { configCommand } from './commands/config-command.ts';
import { keysCommand } from './commands/keys-command.ts';
import { startCommand } from './commands/start-command.ts';
import type { Terminal } from './commands/terminal.ts';
import { processEnvironment } from './config.ts';
import { simulateCommand } from './simulator/simulate-command.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const environment = processEnvironment();

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  exit(code) {
    process.exitCode = code;
  },
  isInteractive: isatty(2),
  columns: isatty(2) ? process.stderr.columns : null,
  colour: isatty(1) && !environment.noColour,
};

const stopping = new AbortController();

const program = new Command('service-monitor')
  .description('Tells people within seconds when a running service falls silent.')
  .version(version)
  .addCommand(startCommand(terminal, version), { isDefault: true })
  .addCommand(keysCommand(terminal))
  .addCommand(configCommand(terminal))
  .addCommand(
    simulateCommand(
      { url: environment.url, apiKey: environment.apiKey },
      {
        signal: stopping.signal,
        exit: terminal.exit,
        out: {
          stdout: terminal.out,
          stderr: terminal.err,
          columns: terminal.columns,
          colour: terminal.colour,
        },
      },
    ).hook('preAction', () => {
      // The first Ctrl-C ends the run in good order, the second at once.
      process.once('SIGINT', () => stopping.abort());
      process.once('SIGTERM', () => stopping.abort());
    }),
  );

await program.parseAsync();
