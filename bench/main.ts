import { parseArgs } from 'node:util';
import { benches } from './benches.ts';

/** `npm run bench -- NAME [--short]`: one bench, its table for people and its line of JSON for machines. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    instances: { type: 'string' },
    part: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [name = ''] = positionals;
const bench = benches[name];

if (values.help || bench === undefined) {
  const list = Object.entries(benches).map(([each, { about }]) => `  ${each.padEnd(10)} ${about}`);
  process.stdout.write(`npm run bench -- NAME [--short]\n\n${list.join('\n')}\n\n`);
  process.stdout.write(
    '  --short    a few seconds, to see that nothing is missed, false or doubled; not for figures\n',
  );
  process.stdout.write('  --instances N   of lists and million: fewer than a million\n');
  process.stdout.write(
    '  --part NAME     of million: only costs, or only restarts; of live: leak, ten minutes; page, in a browser\n',
  );
  process.exitCode = values.help ? 0 : 2;
} else {
  const { runBench } = await import('./run-bench.ts');
  const instances = values.instances === undefined ? undefined : Number(values.instances);
  const { short: isShort, part } = values;
  process.exitCode = await runBench(name, bench, { isShort, instances, part });
}
