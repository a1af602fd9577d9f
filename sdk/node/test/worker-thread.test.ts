import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

test.for<[boolean, string[]]>([
  [true, ['handleSignals works on the main thread only; call and await stop() where your application ends']],
  [false, []],
])('in a worker thread handleSignals: %o gives the warnings %j', async ([handleSignals, warnings]) => {
  const worker = new Worker(new URL('support/apps/worker-app.ts', import.meta.url), {
    env: {
      SERVICE_MONITOR_URL: 'http://127.0.0.1:9',
      SERVICE_MONITOR_API_KEY: 'smk_x',
      SERVICE_MONITOR_SERVICE: 'orders',
      SIGNALS: String(handleSignals),
    },
  });
  onTestFinished(async () => void (await worker.terminate()));
  expect(await once(worker, 'message')).toEqual([{ warnings, state: expect.not.stringMatching('idle') }]);
});
