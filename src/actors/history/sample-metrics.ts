import { metricsIn, pointEveryMs } from '../../domain/instance-metrics.ts';
import type { MetricSamples } from '../ports/metric-samples.ts';

/**
 * Once a minute: takes the metrics out of the last heartbeat of each instance that was heard in it. Heartbeats and checks
 * do nothing for it. In a fleet of more instances than `most` nothing is taken, so that its memory stays bounded.
 */
export function createSampleMetrics(parts: {
  samples: MetricSamples;
  most: number;
  /** Lets others work between two portions. */
  pause: () => Promise<unknown>;
}): () => Promise<'sampled' | 'too-many'> {
  const { samples, most, pause } = parts;
  return async () => {
    if ((await samples.instances()) > most) return 'too-many';
    const nowMs = await samples.now();
    for await (const portion of samples.heardAfter(nowMs - pointEveryMs)) {
      const found = portion.flatMap(({ instanceId, metadata }) => {
        const metrics = metricsIn(JSON.parse(metadata) as Record<string, unknown>);
        return metrics === null ? [] : [{ instanceId, metrics }];
      });
      if (found.length > 0) await samples.write(Math.floor(nowMs / pointEveryMs), found);
      await pause();
    }
    return 'sampled';
  };
}
