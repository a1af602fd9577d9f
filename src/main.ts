#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isatty } from 'node:tty';
import { createProgram } from './commands/create-program.ts';
import type { Terminal } from './commands/terminal.ts';
import { processEnvironment } from './config/process-environment.ts';

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
  exitNow: (code) => process.exit(code),
  isSeen: isatty(1),
  isInteractive: isatty(2),
  columns: isatty(2) ? process.stderr.columns : null,
  colour: isatty(1) && !environment.noColour,
};

// Who reads a part, such as `head`, wants no more: that is no error, and a monitor goes on without its terminal.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const program = await createProgram({
  terminal,
  version,
  access: environment,
  userName: userName(),
  first: process.argv[2],
});

await program.parseAsync();

/** A container may run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
