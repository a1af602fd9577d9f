import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cases } from './cases.ts';

/** `npx node test/faults/main.ts [--short] [CASE…] [--busy] [--seed N] [--list]`: faults on the real program, and what came of them. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
    seed: { type: 'string' },
    logs: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const chosen = cases.filter(
  ({ name, isShort }) =>
    (positionals.length === 0 && (isShort || !values.short)) || positionals.includes(name),
);
// The short run judges a change, so it plays the same each time.
const seed = Number(values.seed ?? (values.short ? 1 : Math.floor(Math.random() * 1e6)));
const unknown = positionals.filter((name) => !cases.some((each) => each.name === name));

if (values.help || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`There is no case ${unknown.join(', ')}; --list shows all.\n`);
  process.stdout.write(`npx node test/faults/main.ts [--short] [CASE…]

  --short    the short run: the cases that belong to it, each as short as it can be
  --list     the cases, and which of them belong to the short run
  --busy     four busy processes beside every fault
  --seed N   the same random sequence once more
  --logs     what the nodes printed, for cases with a mistake
`);
  process.exitCode = values.help ? 0 : 2;
} else if (values.list) {
  for (const { name, title, isShort } of cases)
    process.stdout.write(`${name.padEnd(5)} ${isShort ? 'short' : '     '} ${title}\n`);
} else {
  // The real program is started many times; compiled once, it starts in half the time.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'service-monitor-compile-cache');
  const { runSuite } = await import('./run-suite.ts');
  // All has been closed and printed; a connection that lingers must not keep the run from ending.
  process.exit(
    await runSuite(chosen, {
      isShort: values.short,
      isBusy: values.busy,
      seed,
      showsLogs: values.logs,
    }),
  );
}
