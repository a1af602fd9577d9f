import { setTimeout as wait } from 'node:timers/promises';
import type { EventFeed, FeedPosition } from '../../actors/ports/event-feed.ts';
import type { Log } from '../../actors/ports/observability.ts';
import type { Change } from './change.ts';
import type { Position } from './positions.ts';
import type { ReadChanges } from './read-changes.ts';
import { allLists, type ResetReason, type ToRead } from './subscriber.ts';
import type { SeenGroups } from './watch-groups.ts';

/** Where everything that is shown is followed from. */
export interface Sources {
  feed: EventFeed;
  readChanges: ReadChanges;
  /** Knows nothing at first. */
  watchGroups(): () => Promise<SeenGroups>;
  lookAtMaintenance(): Promise<string>;
}

/** What the one reader of a node tells all its subscribers. */
export interface Followed {
  /** The position holds from then on. */
  told(changes: readonly Change[], position: Position): void;
  reset(lists: readonly ToRead[], because: ResetReason): void;
  /** Redis could not be read for so long that nobody should take what is shown for the present. */
  lost(): void;
}

/** How long a read waits for events; also how often one looks at what no event tells. */
const blockMs = 2_000;

/** After a portion, so that what happens at once is read and told at once. */
const restMs = 50;
const pauseMs = 300;

/** A failover takes a few seconds. */
const lostAfterMs = 5_000;

/** Reads on and on what changes, for all subscribers of this node together, until `signal` ends it. */
export async function followChanges(
  { feed, readChanges, watchGroups, lookAtMaintenance }: Sources,
  followed: Followed,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  let events: FeedPosition | null = null;
  let lookAtGroups = watchGroups();
  let maintenance = '';
  let groups = '';
  let lookAtMs = 0;
  let failingSinceMs: number | null = null;

  async function begin(): Promise<FeedPosition> {
    const isFirst = groups === '';
    const end = await feed.end();
    lookAtGroups = watchGroups();
    const [seen, held] = await Promise.all([lookAtGroups(), lookAtMaintenance()]);
    if (signal.aborted) return end;
    groups = seen.mark;
    maintenance = held;
    followed.told([], { events: end, groups, maintenance });
    if (!isFirst) followed.reset(allLists, 'unknown-position');
    return end;
  }

  /** What was read before a failure still holds, or one begins anew. */
  async function held(position: FeedPosition): Promise<FeedPosition> {
    return failingSinceMs === null || (await feed.since(position)) !== null ? position : begin();
  }

  /** Groups and maintenance have no events. */
  async function look(): Promise<{ changes: Change[]; maintenanceChanged: boolean }> {
    if (performance.now() < lookAtMs) return { changes: [], maintenanceChanged: false };
    const [seen, held] = await Promise.all([lookAtGroups(), lookAtMaintenance()]);
    const changes = [...seen.changes, ...(await readChanges([], seen.incidentIds))];
    const maintenanceChanged = held !== maintenance;
    lookAtMs = performance.now() + blockMs;
    groups = seen.mark;
    maintenance = held;
    return { changes, maintenanceChanged };
  }

  while (!signal.aborted) {
    try {
      const position: FeedPosition = events === null ? await begin() : await held(events);
      const next = await feed.next(position, blockMs);
      const ofEvents = await readChanges(next.entries);
      const { changes: others, maintenanceChanged } = await look();
      if (signal.aborted) return;
      const changes = [...ofEvents, ...others];
      events = next.position;
      failingSinceMs = null;
      followed.told(changes, { events, groups, maintenance });
      if (maintenanceChanged) followed.reset(['services'], 'maintenance');
      if (changes.length > 0) await wait(restMs, undefined, { signal }).catch(() => undefined);
    } catch (error) {
      if (signal.aborted) return;
      feed.release();
      failingSinceMs ??= performance.now();
      log.warn({ error }, 'could not read changes for event streams; retrying');
      if (events === null || performance.now() - failingSinceMs > lostAfterMs) followed.lost();
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
