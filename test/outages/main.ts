/**
 * Causes outages on the real program, each on a monitor of its own, all watched by one real Prometheus with the rules that
 * are delivered, in real time; says which alerts fired, and when.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasPrometheus } from '../support/start-prometheus.ts';
import { outages } from './outages.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const chosen = outages.filter(
  ({ name, isShort }) =>
    positionals.includes(name) || (positionals.length === 0 && (isShort === true || !values.short)),
);
const unknown = positionals.filter((name) => !outages.some((each) => each.name === name));
const isPartial = positionals.length > 0 || values.short;

if (values.help || unknown.length > 0) {
  if (unknown.length > 0)
    process.stderr.write(`There is no outage ${unknown.join(', ')}; --list shows all.\n`);
  process.stdout.write(`npx node test/outages/main.ts [--short | OUTAGE…] [--write]

  --short    the outages that are told within two minutes; alerts that take longer are not waited for
  --list     the outages, and which of them belong to the short run
  --write    renews the table in docs/operations.md, if all was as expected; takes all outages

All at the same time: about nine minutes, short about two and a half. Needs prometheus on the PATH (Debian has it as a
package). Ends with 1 if an alert did not fire, was late, or fired though nothing was wrong with what it tells of, or if
a panel of a dashboard stayed empty.
`);
  process.exitCode = values.help ? 0 : 2;
} else if (values.list) {
  for (const { name, title, isShort } of outages)
    process.stdout.write(`${name.padEnd(18)} ${isShort === true ? 'short' : '     '} ${title}\n`);
} else if (values.write && isPartial) {
  process.stderr.write('The table is of all outages: --write goes with neither --short nor names.\n');
  process.exitCode = 2;
} else if (!hasPrometheus) {
  process.stdout.write('Outages: not run, for there is no prometheus on this machine.\n');
} else {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'service-monitor-compile-cache');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const { runOutages } = await import('./run-outages.ts');
  // All has been closed and printed; a connection that lingers must not keep the run from ending.
  process.exit(await runOutages(chosen, { isShort: values.short, writes: values.write }));
}
