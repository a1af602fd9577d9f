import { parseArgs } from 'node:util';
import { startMonitor } from '../start-monitor.ts';
import { fuzzSettings } from './fuzz-settings.ts';
import { runFuzz } from './run-fuzz.ts';

/** `npm exec -- node test/http/fuzz/main.ts --requests 100000 --seed 1`: the long form, on a monitor of its own. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    'at-once': { type: 'string' },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const atOnce = Number(values['at-once'] ?? 128);

console.log(`seed ${seed}, ${requests} requests, ${atOnce} at once`);
const monitor = await startMonitor(fuzzSettings);
try {
  const startedAtMs = performance.now();
  const report = await runFuzz(monitor, {
    ...{ requests, seed, atOnce },
    fault: (text) => console.log(`FAULT ${text}`),
    progress(done, faults) {
      if (done % 10_000 !== 0 && done !== requests) return;
      const seconds = (performance.now() - startedAtMs) / 1000;
      console.log(`${done} requests, ${(done / seconds).toFixed(0)}/s, ${faults} faults`);
    },
  });
  const { faults, ...rest } = report;
  console.log(JSON.stringify(rest, null, 2));
  console.log(
    faults.length === 0
      ? 'no fault'
      : `${faults.length} faults; again: --seed ${seed} --requests ${requests}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await monitor.stop();
}
