import type { MetricSamples } from '../../actors/ports/metric-samples.ts';
import { mostPoints, pointEveryMs } from '../../domain/instance-metrics.ts';
import type { RedisClient } from '../client/connect.ts';
import { pairsOf } from '../client/pairs-of.ts';
import { peekClock } from '../client/read-clock.ts';
import { loadScript } from '../client/script.ts';
import type { Partitions } from '../partition.ts';
import { metricRing } from './metric-ring.ts';

const writeSamples = loadScript('write-samples');

const atOnce = 200;

/** A minute more than the hour, in which the next point may come. */
const endsAfterMs = (mostPoints + 1) * pointEveryMs;

/** The metrics of the last hour of instances: a string for each, which ends when no point comes any more. */
export function createMetricSamples(client: RedisClient, partitions: Partitions): MetricSamples {
  return {
    now: () => peekClock(client, partitions.at(0)),

    async instances() {
      const counts = await Promise.all(partitions.all.map((keys) => client.zcard(keys.seen)));
      return counts.reduce((sum, count) => sum + count, 0);
    },

    async *heardAfter(atMs) {
      for (const keys of partitions.all) {
        let cursor = '0';
        do {
          const [next, flat] = await client.hscan(keys.lastHeartbeats, cursor, 'COUNT', atOnce);
          const pairs = pairsOf(flat);
          const seen = pairs.length === 0 ? [] : await client.zmscore(keys.seen, ...pairs.map(([id]) => id));
          yield pairs
            .filter((_, i) => Number(seen[i] ?? 0) > atMs)
            .map(([instanceId, metadata]) => ({ instanceId, metadata }));
          cursor = next;
        } while (cursor !== '0');
      }
    },

    async write(minute, samples) {
      const byTag = Map.groupBy(samples, ({ instanceId }) => partitions.of(instanceId));
      for (const [keys, some] of byTag) {
        const names = some.map(({ instanceId }) => keys.instanceMetrics(instanceId));
        const slots = some.map(({ metrics }) => metricRing.toSlot(minute, metrics));
        await writeSamples.run(client, names, [metricRing.offsetOf(minute), endsAfterMs, ...slots]);
      }
    },

    async points(instanceId) {
      const keys = partitions.of(instanceId);
      const [nowMs, ring] = await Promise.all([
        peekClock(client, keys),
        client.getBuffer(keys.instanceMetrics(instanceId)),
      ]);
      return ring === null ? [] : metricRing.pointsIn(ring, nowMs);
    },
  };
}
