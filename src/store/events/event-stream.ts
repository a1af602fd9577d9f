import type { EventStream, StreamEntry } from '../../actors/ports/events.ts';
import { StoreUnavailable } from '../../actors/ports/store-errors.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import { toEntries } from './to-entries.ts';

const runIdScript = loadScript('run-id');
const finishScript = loadScript('finish-events');

const atMost = 500;

/** How much longer than asked a read may take before its connection counts as dead. */
const overdueMs = 5_000;

type Entries = [entryId: string, fields: string[]][];

export function createEventStream(
  client: RedisClient,
  blocking: RedisClient,
  keys: PartitionKeys,
  group: string,
  consumer: string,
): EventStream {
  /** The life of the server in which the events at hand are handled; asked after they are read, before they have effects. */
  let runId = '';
  const readIn = async (entries: StreamEntry[]): Promise<StreamEntry[]> => {
    if (entries.length > 0) runId = (await runIdScript.run(client, [keys.events], [])) as string;
    return entries;
  };
  return {
    async ensureGroup() {
      try {
        await client.xgroup('CREATE', keys.events, group, '0', 'MKSTREAM');
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('BUSYGROUP'))) throw error;
      }
    },

    async next(blockMs) {
      const reading = blocking.xreadgroup(
        ...([
          'GROUP',
          group,
          consumer,
          'COUNT',
          atMost,
          'BLOCK',
          blockMs,
          'STREAMS',
          keys.events,
          '>',
        ] as const),
      );
      const reply = await withinTime(reading, blockMs + overdueMs);
      const streams = reply as [stream: string, Entries][] | null;
      return readIn(toEntries(streams?.[0]?.[1] ?? []));
    },

    async abandoned(idleMs) {
      const reply = await client.xautoclaim(keys.events, group, consumer, idleMs, '0', 'COUNT', atMost);
      return readIn(toEntries((reply as [string, Entries])[1]));
    },

    async done(entryIds) {
      const [first] = entryIds;
      if (first === undefined) return 0;
      const doneAtMs = await finishScript.run(client, [keys.events], [group, runId, ...entryIds]);
      if (doneAtMs === 0) throw new StoreUnavailable('Redis was restarted while events were handled');
      return Number(doneAtMs) - Number.parseInt(first, 10);
    },

    reconnect() {
      if (blocking.status === 'ready') blocking.disconnect(true);
    },
  };
}

/** A connection may get no answer without an error. Then the read fails, and the caller replaces the connection. */
function withinTime<T>(reading: Promise<T>, withinMs: number): Promise<T> {
  return withTimeout(reading, withinMs, () => {
    throw new StoreUnavailable(`a read of events did not end within ${withinMs} ms`);
  });
}
