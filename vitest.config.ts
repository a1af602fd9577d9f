import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Rooms whose tests need nothing but this process. */
const unit = ['domain', 'config', 'house'].map((room) => `test/${room}/**/*.test.ts`);

/** Of the real programs those that measure how fast something is, or that must see what passes within seconds, and the demo. */
const alone = ['e2e/no-outage', 'e2e/outage-*', 'e2e/failover', 'demo/demo'].map(
  (name) => `test/${name}.test.ts`,
);

/**
 * What takes the most CPU of all, half a minute of it or more on a slow machine, or tells of what seldom happens: `npm test -- long`,
 * which CI runs too. With it `npm test` would not be done in five minutes on two cores.
 */
const long = [
  ...[
    'admin-views',
    'appearance',
    'channel-admin',
    'every-view',
    'hostile-values',
    'pictures',
    'when-answers-fail',
  ].map((name) => `dashboard/${name}`),
  ...[
    'changing-messages',
    'channels',
    'deadman',
    'ending',
    'every-channel',
    'hung-primary',
    'keys-last',
    'maintenance',
    'removed-channel',
    'status-page',
    'storm',
    'stored-channels',
  ].map((name) => `e2e/${name}`),
  ...['backup', 'backup-cluster'].map((name) => `commands/${name}`),
  ...['examples/languages', 'simulation/people/people', 'telemetry/exports'],
].map((name) => `test/${name}.test.ts`);

/** The programs that tests start serve the built page. */
const buildPage = 'test/support/build-page.ts';

// Tests start the real program many times; compiled once, it starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'service-monitor-compile-cache');

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: unit, isolate: false, pool: 'threads', maxWorkers: 2 },
      },
      {
        extends: true,
        // Sockets, a real Redis, real programs: they wait more than they compute, so that more than twice as many workers
        // as there are cores keep two cores busy.
        test: {
          name: 'rooms',
          // One module graph a worker, not one a file: no file keeps state that another could find.
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: 6,
          globalSetup: buildPage,
          include: ['test/**/*.test.ts'],
          exclude: [...unit, ...alone, ...long],
        },
      },
      {
        extends: true,
        // `npm test -- long`.
        test: {
          name: 'long',
          isolate: false,
          sequence: { groupOrder: 3 },
          maxWorkers: 6,
          globalSetup: buildPage,
          include: long,
        },
      },
      {
        extends: true,
        // `npm test -- alone`. One after another: beside the demo, which installs itself, a message came 0.3 s later than it may.
        test: {
          name: 'alone',
          globalSetup: buildPage,
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          include: alone,
        },
      },
    ],
  },
});
