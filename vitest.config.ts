import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Rooms whose tests need nothing but this process. */
const unit = ['domain', 'config', 'house'].map((room) => `test/${room}/**/*.test.ts`);

/** Rooms whose tests open sockets or talk to a real Redis. */
const rooms = [
  'actors',
  'self-check',
  'store',
  'queues',
  'channels',
  'http',
  'telemetry',
  'commands',
  'demo',
  'simulation',
  'simulator',
  'dashboard',
  'faults',
  'outages',
  'deploy',
  'examples',
].map((room) => `test/${room}/**/*.test.ts`);

/** Real programs that mostly wait, and measure nothing: they need no machine of their own. */
const waiting = [
  'bound-reader',
  'deadman',
  'doctor',
  'ending',
  'keys-last',
  'promises',
  'secrets',
  'settings-differ',
  'unexpected-error',
].map((name) => `test/e2e/${name}.test.ts`);

// Tests start the real program many times; compiled once, it starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'service-monitor-compile-cache');

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: unit, isolate: false, pool: 'threads' } },
      { extends: true, test: { name: 'rooms', include: [...rooms, ...waiting] } },
      {
        extends: true,
        // Real programs share two cores and one clock: one file at a time keeps what they measure true.
        test: {
          name: 'e2e',
          sequence: { groupOrder: 1 },
          include: ['test/e2e/**/*.test.ts'],
          exclude: waiting,
          fileParallelism: false,
        },
      },
    ],
  },
});
