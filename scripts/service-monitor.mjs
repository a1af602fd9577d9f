#!/usr/bin/env node
// Runs the monitor with the Node that is installed beside it where this one is too old. Plain JavaScript, without
// packages: it runs on any Node from 20.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { isatty } from 'node:tty';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { programOf } from './program.mjs';

const oldest = 24;
const main = programOf();
const installed = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= oldest) {
  // What was compiled once is read at the next start, which takes a third less time.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
  await import(pathToFileURL(main).href);
} else if (existsSync(installed)) runWith(installed);
else {
  process.stderr.write(
    `The monitor needs Node ${oldest}, and this is Node ${process.versions.node}. Run "npm start" once: it installs the right one beside the monitor, which this command then uses.\n`,
  );
  process.exitCode = 1;
}

/** As if it had been started with that Node: the same terminal, the same signals, the same end. */
function runWith(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  const hasTerminal = isatty(1) || isatty(2);
  let hungUp = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => {
      hungUp ||= signal === 'SIGHUP' && hasTerminal;
      child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => {
    // Node 20 aborts when it ends in good order after its terminal is gone.
    const last = hungUp ? 'SIGHUP' : signal;
    if (last === null) process.exit(code);
    process.removeAllListeners(last);
    process.kill(process.pid, last);
  });
}
