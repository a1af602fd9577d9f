import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzSettings } from './fuzz/fuzz-settings.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor(fuzzSettings);
});

afterAll(() => monitor.stop());

// The long form is test/http/fuzz/main.ts; a seed that failed there fails here with FUZZ_SEED.
it('whatever is sent, every answer is right, nobody waits for ever, and what is refused leaves no trace', async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
  const report = await runFuzz(monitor, { requests: 1_500, seed, atOnce: 64, progress: () => undefined });
  // A machine that stands still for half a second gets an honest 503; the long form allows none.
  const faults = report.faults.filter(
    (fault) => !/^(a heartbeat was |a sign of life is )?(answered )?503\b/.test(fault),
  );
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  expect(report.hangs).toBe(0);
  expect(report.heart.sent).toBeGreaterThan(10);
  // It means something only when much of it is taken and much is refused, for many reasons.
  expect(report.answers['200']).toBeGreaterThan(150);
  for (const status of [400, 401, 404, 405, 415]) expect(report.answers[status]).toBeGreaterThan(0);
});
