import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../actors/ports.ts';
import type { EventStream, StreamEntry } from './event-stream.ts';

/** How long a read waits for events; also how often abandoned ones are looked for. */
const blockMs = 2_000;

/** An entry that its consumer has not finished by now is somebody else's: handling one takes milliseconds. */
const abandonedAfterMs = 3_000;

/** After a failure the loop pauses, so that a Redis that is away is not hammered. */
const pauseMs = 300;

/**
 * Feeds a group's events to an actor until `signal` ends it. An event is done after its effect; effects may be
 * repeated, so one that fails, or whose consumer dies, is simply handled again.
 */
export async function followEvents(
  stream: EventStream,
  handle: (entries: StreamEntry[]) => Promise<void>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  let reclaimAtMs = 0;
  let ready = false;
  while (!signal.aborted) {
    try {
      if (!ready) await stream.ensureGroup();
      ready = true;
      const reclaims = performance.now() >= reclaimAtMs;
      if (reclaims) reclaimAtMs = performance.now() + blockMs;
      const abandoned = reclaims ? await stream.abandoned(abandonedAfterMs) : [];
      const entries = abandoned.length > 0 ? abandoned : await stream.next(blockMs);
      if (entries.length === 0) continue;
      await handle(entries);
      await stream.done(entries.map((entry) => entry.entryId));
    } catch (error) {
      if (signal.aborted) return;
      // The group is gone when Redis came back empty.
      ready = false;
      stream.reconnect();
      log.warn({ error }, 'events could not be handled; they will be again');
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
