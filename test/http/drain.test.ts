import { expect, it } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startMonitor } from '../support/start-monitor.ts';

it('serves on while load balancers notice that it is told to stop, lets connections go, and exits with 0', async () => {
  const monitor = await startMonitor({ env: { MONITOR_DRAIN: '2s' } });
  const { call } = apiClient(monitor.url);
  const registered = await call('POST', '/api/services/register', {
    ...{ serviceName: 'shop', environment: 'test', hostname: 'h1', port: 1 },
  });
  expect(registered.headers.get('connection')).toBe('keep-alive');
  const { instanceId } = (await registered.json()) as { instanceId: string };

  const toldAtMs = performance.now();
  const stopped = monitor.stop();
  const reason = await eventually('the node says that it is not ready', async () => {
    const reply = await call('GET', '/readyz');
    return reply.status === 503 && reply.json();
  });
  expect(reason).toEqual({ status: 'not ready', reason: 'shutting down' });

  const beat = await call('POST', '/api/services/heartbeat', { instanceId });
  expect(beat.status).toBe(200);
  expect(beat.headers.get('connection')).toBe('close');

  expect(await stopped).toBe(0);
  const tookMs = performance.now() - toldAtMs;
  expect(tookMs).toBeGreaterThan(1_990);
  expect(tookMs).toBeLessThan(9_000);
  await expect(call('GET', '/livez')).rejects.toThrow('fetch failed');
});
