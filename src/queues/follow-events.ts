import { setTimeout as wait } from 'node:timers/promises';
import type { EventStream, EventsAside, StreamEntry } from '../actors/ports/events.ts';
import { blameFor } from '../actors/ports/failures.ts';
import type { Log } from '../actors/ports/observability.ts';

/** The times of the loop. */
export interface FollowTimes {
  /** How long a read waits for events; also how often abandoned ones are looked for. */
  blockMs: number;
  /** After so long an unfinished entry is taken over by another consumer: handling one takes milliseconds. */
  abandonedAfterMs: number;
  /** After a failure the loop pauses, so that an unavailable Redis does not get a flood of calls. */
  pauseMs: number;
}

const usualTimes: FollowTimes = { blockMs: 2_000, abandonedAfterMs: 3_000, pauseMs: 300 };

/** How often quarantined events are tried again; a worker that starts may have a newer version. */
const asideEveryMs = 60 * 60_000;

/**
 * Passes the events of a group to an actor until `signal` ends it. An event is acknowledged after it was handled. Handling
 * may be repeated, so after a failure, or if the consumer fails, the event is handled again. In a batch, the event that
 * fails is found, the others continue, and it is quarantined if it keeps failing.
 */
export async function followEvents(
  { stream, aside }: { stream: EventStream; aside: EventsAside },
  handle: (entries: StreamEntry[]) => Promise<void>,
  onLag: (lagMs: number) => void,
  log: Log,
  signal: AbortSignal,
  { blockMs, abandonedAfterMs, pauseMs } = usualTimes,
): Promise<void> {
  let reclaimAtMs = 0;
  let asideAtMs = 0;
  let ready = false;
  while (!signal.aborted) {
    try {
      if (!ready) await stream.ensureGroup();
      ready = true;
      if (performance.now() >= asideAtMs) {
        asideAtMs = performance.now() + asideEveryMs;
        for (const entry of await aside.all()) await tryAgain(entry);
      }
      const reclaims = performance.now() >= reclaimAtMs;
      if (reclaims) reclaimAtMs = performance.now() + blockMs;
      const abandoned = reclaims ? await stream.abandoned(abandonedAfterMs) : [];
      const entries = abandoned.length > 0 ? abandoned : await stream.next(blockMs);
      if (entries.length > 0) await handleApart(entries);
    } catch (error) {
      if (signal.aborted) return;
      // The group is gone when Redis has lost its data.
      ready = false;
      stream.reconnect();
      log.warn({ error }, 'could not handle events; retrying');
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** All together; when that fails, in halves, down to the event that fails. */
  async function handleApart(entries: StreamEntry[]): Promise<void> {
    const error = await failureOf(entries);
    if (error === null) {
      onLag(await stream.done(entries.map((entry) => entry.entryId)));
      return;
    }
    const [entry, ...others] = entries;
    if (others.length === 0 && entry !== undefined) return fail(entry, error);
    const half = Math.ceil(entries.length / 2);
    await handleApart(entries.slice(0, half));
    await handleApart(entries.slice(half));
  }

  async function fail(entry: StreamEntry, error: unknown): Promise<void> {
    const { entryId } = entry;
    if (blameFor(error) === 'itself' && (await aside.failed(entry, error)))
      log.error({ error, entryId }, 'event failed repeatedly and was quarantined; run: doctor');
    else log.warn({ error, entryId }, 'could not handle an event; retrying');
  }

  async function tryAgain(entry: StreamEntry): Promise<void> {
    const error = await failureOf([entry]);
    if (error === null) await aside.settled(entry);
    else log.warn({ error, entryId: entry.entryId }, 'set-aside event failed again');
  }

  /** Why these could not be handled; null: they were. While Redis is unavailable, no event counts as failed. */
  async function failureOf(entries: StreamEntry[]): Promise<unknown> {
    try {
      await handle(entries);
      return null;
    } catch (error) {
      if (blameFor(error) === 'redis') throw error;
      return error ?? new Error('an event could not be handled');
    }
  }
}
