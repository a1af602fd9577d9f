import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createSampleMetrics } from '../actors/history/sample-metrics.ts';
import { pointEveryMs } from '../domain/instance-metrics.ts';
import { createLease } from '../store/client/lease.ts';
import { createMetricSamples } from '../store/history/metric-samples.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

/** Another worker takes over after a round and a half. */
const leaseMs = 90_000;

const pauseMs = 10;

/** Keeps the metrics of the last hour, on one worker at a time; not at all if the operator wants none. */
export function sampleInstances({ config, partitions, redis, log, closers }: Foundation): void {
  const most = config.metricsHistory;
  if (most === 0) return;
  const lease = createLease(redis, partitions.at(0).metricsLease);
  const token = randomUUID();
  const sampleMetrics = createSampleMetrics({
    ...{ samples: createMetricSamples(redis, partitions), most },
    pause: () => wait(pauseMs),
  });
  let isOff = false;
  const sampling = every(
    pointEveryMs,
    async () => {
      if (!(await lease.hold(token, leaseMs))) return;
      const isTooMany = (await sampleMetrics()) === 'too-many';
      if (isTooMany && !isOff)
        log.info(
          { most },
          `more than ${most} instances: their metrics are not kept; see MONITOR_METRICS_HISTORY`,
        );
      isOff = isTooMany;
    },
    (error) => log.warn({ error }, 'could not keep the metrics of instances; retrying'),
  );
  closers.add('metrics of instances', async () => {
    await sampling.stop();
    await lease.release(token);
  });
}
