import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startRedisProcess } from '../support/redis-process.ts';
import { startMonitor, testKey } from '../support/start-monitor.ts';

test('what is printed where nobody looks on is JSON, and a Redis that goes away fills no log', async () => {
  const redis = await startRedisProcess({ appendonly: 'yes' });
  onTestFinished(() => redis.kill());
  const monitor = await startMonitor({ redisUrl: `redis://127.0.0.1:${redis.port}` });
  onTestFinished(async () => void (await monitor.stop()));
  const api = apiClient(monitor.url, testKey);
  const { instanceId } = (await (
    await api.call('POST', '/api/services/register', { serviceName: 'quiet', environment: 'test' })
  ).json()) as { instanceId: string };

  redis.client.disconnect();
  redis.signal('SIGKILL');
  let refused = 0;
  await eventually(
    'many heartbeats were refused',
    async () => {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => api.callOnce('POST', '/api/services/heartbeat', { instanceId })),
      );
      refused += replies.filter(({ status }) => status === 503).length;
      return refused > 1_000;
    },
    60_000,
  );
  const lines = monitor.printed().trimEnd().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as { msg: string; level: number });
  expect(parsed.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      'starting with this configuration',
      'audit: key-provided',
      'Service Monitor is running',
      'could not store heartbeats; answering 503',
      'Redis connection error; reconnecting',
    ]),
  );
  expect(parsed.filter(({ level }) => level >= 40).length).toBeLessThan(12);
  // A stack says nothing of a Redis that is away.
  expect(monitor.printed()).not.toContain('"stack"');
});
