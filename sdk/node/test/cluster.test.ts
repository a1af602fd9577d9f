import { expect, test } from 'vitest';
import { AppProcess } from './support/app-process.ts';
import { apiKey } from './support/real-monitor.ts';
import { sharedMonitor } from './support/shared-monitor.ts';

// What the real monitor thinks of the workers of a cluster, whatever becomes of their primary. One after the other: each
// is three processes.

const monitor = sharedMonitor();

const timeoutMs = 60_000;

function start(service: string, ending: string): AppProcess {
  return new AppProcess('cluster-app', {
    SERVICE_MONITOR_URL: monitor.url,
    SERVICE_MONITOR_API_KEY: apiKey,
    SERVICE_MONITOR_SERVICE: service,
    SERVICE_MONITOR_ENVIRONMENT: 'test',
    SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
    ENDING: ending,
  });
}

/** The statuses of a service's instances, once they are these. */
async function become(service: string, statuses: readonly string[]): Promise<void> {
  const now = async () => (await monitor.instancesOf(service)).map(({ status }) => status).sort();
  await expect.poll(now, { timeout: timeoutMs, interval: 100 }).toEqual(statuses);
}

test.for<[string, string[]]>([
  ['kills its workers', ['Stopped', 'Stopped']],
  ['kills its workers and exits', ['Stopped', 'Stopped']],
  ['disconnects its workers', ['Stopped', 'Stopped']],
  ['replaces a worker that it kills without a warning', ['Healthy', 'Healthy', 'Replaced']],
  ['exits without a word', ['Down', 'Down']],
])('a primary that %s leaves workers that are %o', { timeout: timeoutMs }, async ([ending, statuses]) => {
  const app = start(ending, ending);
  await become(ending, statuses);
  await app.kill();
});

test('a primary and its workers that are signalled together deregister', {
  timeout: timeoutMs,
}, async () => {
  const service = 'signalled together';
  const app = start(service, 'waits');
  await become(service, ['Healthy', 'Healthy']);
  const workers = await monitor.instancesOf(service);
  // The primary first: it is dead of it when the workers hear of theirs.
  await app.kill();
  for (const { processId } of workers) process.kill(processId, 'SIGTERM');
  await become(service, ['Stopped', 'Stopped']);
});
