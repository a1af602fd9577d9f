import type { Incident } from '../../../src/domain/incident.ts';
import { createMetricSamples } from '../../../src/store/history/metric-samples.ts';
import { ids } from '../../../src/store/ids.ts';
import { createPartitions } from '../../../src/store/partition.ts';
import type { Monitor } from '../../http/start-monitor.ts';
import type { ShopFleet } from './shop-fleet.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A past that nobody can wait for, as the monitor would have written it. */
export function shopPast(monitor: Monitor, fleet: ShopFleet) {
  const { redis } = monitor;
  const idOf = (serviceName: string) => fleet.of(serviceName)[0]?.serviceId ?? '';

  async function write(incident: Incident): Promise<void> {
    await redis.set(`{m0}:incident:${incident.incidentId}`, JSON.stringify(incident));
    await redis.zadd('{m0}:incidents', incident.startedAtMs, incident.incidentId);
  }

  return {
    /** Ninety days of a service, with troubles so many days ago, each for so many minutes; what is now follows them. */
    async writeDays(
      serviceName: string,
      troubles: readonly [daysAgo: number, status: 'Degraded' | 'Down', minutes: number][],
    ) {
      const key = `{m0}:history:${idOf(serviceName)}`;
      const nowMs = Date.now();
      const lines = [`${nowMs - 82.4 * dayMs} Healthy`];
      for (const [daysAgo, status, minutes] of troubles) {
        const atMs = nowMs - daysAgo * dayMs;
        lines.push(`${atMs} ${status}`, `${atMs + minutes * minuteMs} Healthy`);
      }
      const present = await redis.lrange(key, '-1', '-1');
      await redis.del(key);
      await redis.rpush(key, ...lines, ...present);
      await redis.del(`{m0}:uptime:${idOf(serviceName)}`);
    },

    /** An hour of metrics of all its instances. */
    async writeMetrics(serviceName: string): Promise<void> {
      const samples = createMetricSamples(redis as never, createPartitions(1));
      const last = Math.floor((await samples.now()) / minuteMs);
      for (let ago = 55; ago > 0; ago--) {
        const all = fleet.of(serviceName).map(({ instanceId }, n) => {
          const at = fleet.metricsAt(last - ago + 5 * n);
          return {
            instanceId,
            metrics: {
              ...{ cpuPercent: at.cpu_percent, memoryMb: at.memory_mb },
              ...{ requestsPerMinute: at.requests_per_minute, activeConnections: at.active_connections },
            },
          };
        });
        await samples.write(last - ago, all);
      }
    },

    /** Incidents that are over: so many hours ago, each for so many minutes. */
    async writeIncidents(serviceName: string, hoursAgo: readonly number[], minutes: number): Promise<void> {
      const serviceId = idOf(serviceName);
      for (const hours of hoursAgo) {
        const startedAtMs = Math.floor(Date.now() - hours * hourMs);
        const recoveredAtMs = startedAtMs + minutes * minuteMs;
        await write({
          ...{ incidentId: ids.incidentId(serviceId, startedAtMs), serviceId, serviceName },
          ...{ environment: 'production', state: 'resolved', startedAtMs },
          ...{
            detectedAtMs: startedAtMs + 2 * minuteMs,
            recoveredAtMs,
            resolvedAtMs: recoveredAtMs + 2 * minuteMs,
          },
          ...{ relapses: 0, silentSinceMs: null, silentMs: minutes * minuteMs, quietUntilMs: null },
          ...{ flapping: null, acknowledged: null },
          told: { outage: true, longSilence: false, last: 'resolved', recovery: null },
          timeline: [
            { atMs: startedAtMs + 36_000, from: 'Healthy', to: 'Degraded' },
            { atMs: startedAtMs + 2 * minuteMs, from: 'Degraded', to: 'Down' },
            { atMs: recoveredAtMs, from: 'Down', to: 'Recovered' },
          ],
        });
      }
    },

    /** A service has been Degraded for so long. */
    async dateDegraded(serviceName: string, forMs: number): Promise<void> {
      const atMs = Date.now() - forMs;
      const key = `{m0}:history:${idOf(serviceName)}`;
      await redis.rpop(key);
      await redis.rpush(key, `${atMs} Degraded`);
      await redis.hset(`{m0}:s:${idOf(serviceName)}`, { sinceMs: String(atMs) });
    },

    /** An outage group was found so long ago. */
    async dateGroup(groupId: string, forMs: number): Promise<void> {
      const key = `{m0}:group:${groupId}`;
      const kept = (await redis.hget(key, 'kept')) ?? '';
      await redis.hset(key, {
        kept: kept.replace(/"detectedAtMs":\d+/, `"detectedAtMs":${Date.now() - forMs}`),
      });
    },

    /** The incidents that are open were found when they would have been, not when this shop began. */
    async dateOpenIncidents(): Promise<Incident[]> {
      const keys = await redis.zrange('{m0}:incidents', '0', '-1');
      const texts = await Promise.all(keys.map((id) => redis.get(`{m0}:incident:${id}`)));
      const open = texts
        .map((text) => JSON.parse(text ?? '{}') as Incident)
        .filter(({ state }) => state === 'open');
      for (const incident of open) {
        const { startedAtMs } = incident;
        const detectedAtMs = startedAtMs + 2 * minuteMs;
        const timeline: Incident['timeline'] = [
          { atMs: startedAtMs + 36_000, from: 'Healthy', to: 'Degraded' },
          { atMs: detectedAtMs, from: 'Degraded', to: 'Down' },
        ];
        await write({ ...incident, detectedAtMs, timeline });
        const key = `{m0}:history:${incident.serviceId}`;
        await redis.rpop(key);
        await redis.rpush(key, `${startedAtMs + 36_000} Degraded`, `${detectedAtMs} Down`);
        await redis.hset(`{m0}:s:${incident.serviceId}`, { sinceMs: String(detectedAtMs) });
      }
      return open;
    },
  };
}
