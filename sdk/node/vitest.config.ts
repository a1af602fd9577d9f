import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-package.ts', 'test/support/start-shared-monitor.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Real programs share few cores and one clock: one file at a time keeps what they measure true.
    fileParallelism: false,
    // A process for each file took a sixth of the time.
    isolate: false,
  },
});
