import type { Channel } from '../actors/ports/notifications.ts';
import { createWatchMonitor } from '../self-check/watch-monitor.ts';
import { createImpairments } from '../store/monitor/impairments.ts';
import { createVitals } from '../store/monitor/vitals.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const longestPauseMs = 5_000;

/**
 * Runs the self-check. The monitor counts as healthy again when no impairment was found for as long as it takes a
 * service to go Down.
 */
export function watchItself(
  { config, current, redis, partitions, ids, deliveryQueue, log, closers }: Foundation,
  {
    nodeId,
    channels,
    publicUrl,
  }: { nodeId: string; channels: ReadonlyMap<string, Channel>; publicUrl: string },
): void {
  const calmMs = config.timing.downAfterMs;
  const watchMonitor = createWatchMonitor({
    vitals: createVitals(redis, partitions, {
      ...{
        nodeId,
        channelIds: () => [...channels.keys()],
        blindAfterMs: () => current.now.blindAfterMs,
        lossToldForMs: calmMs,
        quotas: config.quotas,
      },
    }),
    impairments: createImpairments(redis, partitions),
    operatorChannels: () => current.now.operatorChannels,
    deliveryQueue,
    channels,
    ids,
    publicUrl,
    calmMs,
    log,
  });
  const watch = every(Math.min(longestPauseMs, Math.ceil(calmMs / 4)), watchMonitor, (error) =>
    log.warn({ error }, 'self-check failed; retrying at the next interval'),
  );
  closers.add('watch', () => watch.stop());
}
