import type { ServerResponse } from 'node:http';
import type { LiveMeter, Log } from '../../actors/ports/observability.ts';
import { StoreUnavailable } from '../../actors/ports/store-errors.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Change } from './change.ts';
import { followChanges, type Sources } from './follow-changes.ts';
import { Portion } from './portion.ts';
import type { Position, Positions } from './positions.ts';
import { allLists, type EndReason, Subscriber } from './subscriber.ts';
import { SubscriberCounts, type SubscriberLimits } from './subscriber-limits.ts';

/** The event streams of this node. */
export interface LiveEvents {
  /**
   * Opens a stream that tells every change from now on, or from `lastEventId` on. `respond` sends the head of the answer;
   * it is not called when the stream cannot be opened. Throws when Redis does not answer.
   */
  subscribe(
    key: ApiKey,
    lastEventId: string | undefined,
    respond: () => ServerResponse,
  ): Promise<'open' | 'node-full' | 'key-full' | 'closing'>;
  /** Ends all streams; none is opened any more. */
  close(): void;
}

/** How often keys are looked at, and who was told nothing for a while. */
const tendEveryMs = 1_000;

/** The reader that works as long as somebody is told what it reads. */
interface Reading {
  stopping: AbortController;
  begun: Promise<void>;
  tending: NodeJS.Timeout;
}

/** One reader for all streams of this node: it starts with the first of them, and stops with the last. */
export function openLiveEvents(parts: {
  sources: Sources;
  /** Who is still let in. */
  callers: Pick<KeyRing, 'current'>;
  positions: Positions;
  limits: SubscriberLimits;
  meter: LiveMeter;
  log: Log;
}): LiveEvents {
  const { sources, callers, positions, meter } = parts;
  const counts = new SubscriberCounts(parts.limits);
  const subscribers = new Map<Subscriber, EndReason | null>();
  let isClosed = false;
  let reading: Reading | null = null;
  let position: Position = { events: [], groups: '', maintenance: '' };
  let positionId: string | null = null;
  /** One after the other: a node that restarts has all its subscribers back at once. */
  let catchingUp: Promise<void> = Promise.resolve();

  const idNow = () => (positionId ??= positions.toId(position));

  function startReading(): Reading {
    const stopping = new AbortController();
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
    // Who waits for it hears of it; perhaps nobody does any more.
    begun.catch(() => undefined);
    const followed = {
      told(changes: readonly Change[], next: Position) {
        position = next;
        positionId = null;
        resolve();
        if (changes.length === 0) return;
        const portion = new Portion(changes, idNow());
        for (const subscriber of subscribers.keys()) subscriber.tell(portion);
      },
      reset(...how: Parameters<Subscriber['reset']>) {
        for (const subscriber of subscribers.keys()) subscriber.reset(...how);
      },
      lost() {
        reject(new StoreUnavailable('changes cannot be read'));
        endAll('redis');
      },
    };
    void followChanges(sources, followed, parts.log, stopping.signal);
    return { stopping, begun, tending: setInterval(tend, tendEveryMs) };
  }

  function leave(keyId: string): void {
    counts.remove(keyId);
    meter.open(counts.all);
    if (counts.all > 0 || reading === null) return;
    reading.stopping.abort();
    clearInterval(reading.tending);
    reading = null;
    sources.feed.release();
  }

  function tend(): void {
    const nowMs = performance.now();
    for (const subscriber of subscribers.keys()) {
      if (callers.current(subscriber.key.keyId)?.scopes.includes('read') === true) subscriber.alive(nowMs);
      else end(subscriber, 'key');
    }
  }

  function end(subscriber: Subscriber, reason: EndReason): void {
    subscribers.set(subscriber, reason);
    subscriber.end();
  }

  function endAll(reason: EndReason): void {
    for (const subscriber of subscribers.keys()) end(subscriber, reason);
  }

  function open(key: ApiKey, response: ServerResponse): Subscriber {
    const subscriber = new Subscriber({
      ...{ key, response, meter, positionId: idNow },
      onEnd(reason) {
        meter.ended(subscribers.get(subscriber) ?? reason);
        subscribers.delete(subscriber);
        leave(key.keyId);
      },
    });
    subscribers.set(subscriber, null);
    return subscriber;
  }

  /** From the moment on in which it was opened it is told everything; what was before that is read for it. */
  async function catchUp(subscriber: Subscriber, lastEventId: string): Promise<void> {
    if (!subscribers.has(subscriber)) return;
    const from = positions.ofId(lastEventId);
    const missed = from === null ? null : await sources.feed.since(from.events);
    if (from === null || missed === null) {
      subscriber.reset(allLists, 'unknown-position');
      return subscriber.release([]);
    }
    const changes = await sources.readChanges(missed);
    if (from.groups !== position.groups) subscriber.reset(['incidents', 'outage-groups'], 'outage-groups');
    if (from.maintenance !== position.maintenance) subscriber.reset(['services'], 'maintenance');
    subscriber.release(changes);
  }

  return {
    async subscribe(key, lastEventId, respond) {
      if (isClosed) return 'closing';
      const counted = counts.add(key.keyId);
      if (counted !== 'counted') return counted;
      meter.open(counts.all);
      try {
        reading ??= startReading();
        await reading.begun;
      } catch (error) {
        leave(key.keyId);
        throw error;
      }
      const response = isClosed ? null : respond();
      // Who left meanwhile says so no more.
      if (response === null || response.destroyed) {
        leave(key.keyId);
        return 'closing';
      }
      const subscriber = open(key, response);
      if (lastEventId === undefined) {
        subscriber.reset(allLists, 'begin');
        subscriber.release([]);
      } else {
        catchingUp = catchingUp
          .then(() => catchUp(subscriber, lastEventId))
          .catch((error: unknown) => {
            parts.log.warn({ error }, 'could not read what an event stream missed');
            end(subscriber, 'redis');
          });
      }
      return 'open';
    },

    close() {
      isClosed = true;
      endAll('shutdown');
    },
  };
}
