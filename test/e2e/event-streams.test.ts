import { expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { fastSettings, fastTimesMs } from '../support/fast-settings.ts';
import { openTestRedis } from '../support/open-redis.ts';
import { openStream, type StreamEvent } from '../support/open-stream.ts';
import { startMonitor, testKey } from '../support/start-monitor.ts';

const is =
  (event: string, fields: Record<string, unknown>) =>
  (found: StreamEvent): boolean =>
    found.event === event && Object.entries(fields).every(([name, value]) => found.data[name] === value);

test('an outage is told from its beginning to its end, also when the node of the stream is stopped in the middle', async () => {
  const redis = await openTestRedis();
  const start = (roles: string) =>
    startMonitor({ redisUrl: redis.url, env: { ...fastSettings, MONITOR_ROLES: roles } });
  const [first, second] = await Promise.all([start('api'), start('api,worker')]);
  try {
    const before = await openStream(first.url, testKey);
    const instance = await startInstance(
      [second.url],
      { serviceName: 'cart', hostname: 'h1' },
      fastTimesMs.interval,
    );
    await before.next('it is well', is('service', { serviceName: 'cart', status: 'Healthy' }));
    await instance.die();
    await before.next('it is late', is('service', { serviceName: 'cart', status: 'Degraded' }));
    const down = await before.next('it is Down', is('service', { serviceName: 'cart', status: 'Down' }));
    const opened = await before.next('its incident', is('incident', { state: 'open' }));
    expect(down.data.openIncidentId).toBe(opened.data.incidentId);
    const act = { by: 'Ada', note: 'I look' };
    const path = `/api/incidents/${opened.data.incidentId}/acknowledge`;
    expect((await apiClient(second.url).call('POST', path, act)).status).toBe(200);
    await before.next('who acknowledged it', ({ data }) => data.acknowledged?.by === 'Ada');
    await before.next('the last of it', (event) => event === before.events.at(-1) && event.id !== undefined);

    const toldAtMs = performance.now();
    const stopped = first.stop();
    await before.ended;
    expect(await stopped).toBe(0);
    expect(performance.now() - toldAtMs).toBeLessThan(2_000);
    await instance.revive();

    const after = await openStream(second.url, testKey, before.lastId());
    await after.next('it is heard again', is('service', { serviceName: 'cart', status: 'Recovered' }));
    await after.next('the incident recovers', is('incident', { state: 'recovering' }));
    expect(after.events.map(({ event }) => event)).not.toContain('reset');
    after.close();
    await instance.die();
  } finally {
    await Promise.all([first.stop(), second.stop()]);
    await redis.close();
  }
});
