import type { GroupReadings } from '../actors/ports/outage-groups.ts';
import type { Readings } from '../actors/ports/reading.ts';
import type { CursorSeal } from '../http/cursor-seal.ts';
import type { KeyRing } from '../http/key-ring.ts';
import { type LiveEvents, openLiveEvents } from '../http/live/live-events.ts';
import { createPositions } from '../http/live/positions.ts';
import { createReadChanges } from '../http/live/read-changes.ts';
import { createWatchGroups } from '../http/live/watch-groups.ts';
import { createWatchMaintenance } from '../http/live/watch-maintenance.ts';
import type { Operating } from '../http/ports.ts';
import { connect, type RedisClient } from '../store/client/connect.ts';
import { createEventFeed } from '../store/events/event-feed.ts';
import type { Foundation } from './foundation.ts';

/** What tells browsers of changes; it does nothing, and has no connection, as long as no stream is open. */
export function startLive(
  { config, redisUrl, partitions, metrics, log, closers, onRedisError }: Foundation,
  client: RedisClient,
  parts: {
    readings: Readings;
    groups: GroupReadings;
    maintenance: Operating['maintenance'];
    callers: Pick<KeyRing, 'current'>;
    cursorSeal: CursorSeal;
  },
): LiveEvents {
  const feed = createEventFeed(client, partitions.all, () => connect(redisUrl, 'blocking', onRedisError));
  const live = openLiveEvents({
    sources: {
      feed,
      readChanges: createReadChanges(parts),
      watchGroups: () => createWatchGroups(parts.groups),
      lookAtMaintenance: createWatchMaintenance(parts.maintenance),
    },
    callers: parts.callers,
    positions: createPositions(parts.cursorSeal),
    limits: config.eventStreams,
    meter: metrics.live,
    log,
  });
  closers.add('event streams', () => {
    live.close();
    feed.release();
  });
  return live;
}
