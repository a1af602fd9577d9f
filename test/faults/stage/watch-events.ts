import { setTimeout as wait } from 'node:timers/promises';
import type { MonitorEvent } from '../../../src/domain/events.ts';
import type { RedisClient } from '../../../src/store/client/connect.ts';

/** An event of the monitor, with the moment of its commit by Redis' clock. */
export interface SeenEvent {
  committedAtMs: number;
  event: MonitorEvent;
}

export interface EventWatch {
  /** All that were ever seen, those that Redis lost later too. */
  events: SeenEvent[];
  /** Is called with each event, milliseconds after its commit. */
  onEvent: ((seen: SeenEvent) => void) | null;
  stop(): Promise<void>;
}

const pollMs = 10;

/** Reads along while the monitor works, for what is lost later must have been seen before. */
export function watchEvents(client: RedisClient, partitions: number): EventWatch {
  const watch = { events: [] as SeenEvent[], onEvent: null as EventWatch['onEvent'] };
  const newest = Array.from({ length: partitions }, () => '-');
  const stopping = new AbortController();

  async function poll(partition: number): Promise<void> {
    const entries = await client.xrange(`{m${partition}}:events`, newest[partition] ?? '-', '+');
    for (const [id, fields] of entries) {
      const seen = {
        committedAtMs: Number(id.split('-')[0]),
        event: JSON.parse(fields[1] ?? 'null') as MonitorEvent,
      };
      watch.events.push(seen);
      watch.onEvent?.(seen);
      newest[partition] = `(${id}`;
    }
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      // A primary that is away fails its own read only; the next round asks again.
      await Promise.allSettled(newest.map((_, partition) => poll(partition)));
      await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return Object.assign(watch, {
    async stop() {
      stopping.abort();
      client.disconnect();
      await loop;
    },
  });
}
