import { setTimeout as wait } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import type { EventFeed, FeedPosition } from '../../actors/ports/event-feed.ts';
import type { StreamEntry } from '../../actors/ports/events.ts';
import { StoreUnavailable } from '../../actors/ports/store-errors.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { RedisClient } from '../client/connect.ts';
import { pairsOf } from '../client/pairs-of.ts';
import type { PartitionKeys } from '../keys.ts';
import { toEntries } from './to-entries.ts';

/** Of each partition in one read. */
const atMost = 200;

/** Who missed more events of a partition reads the lists again, which costs less. */
const mostMissed = 2_000;

/** No command reads streams of several primaries of a cluster, so there they are asked in turns. */
const pollMs = 150;

/** How much longer than asked a read may take before its connection counts as dead. */
const overdueMs = 3_000;

/** The id of an entry before all others: the stream is not there yet. */
const beforeAll = '0-0';

type Entries = [entryId: string, fields: string[]][];
type Found = [stream: string, Entries][] | null;

/** `open` makes the connection that waits for events; `client` answers at once, or fails. */
export function createEventFeed(
  client: RedisClient,
  partitions: readonly PartitionKeys[],
  open: () => RedisClient,
): EventFeed {
  const streams = partitions.map(({ events }) => events);
  let blocking: RedisClient | null = null;
  /** How often the waiting connection was made. */
  let connections = 0;

  function connected(): RedisClient {
    if (blocking !== null) return blocking;
    blocking = open();
    connections = 0;
    blocking.on('ready', () => connections++);
    return blocking;
  }

  /** All streams in one call, as far as one server has them all. */
  async function readTogether(position: FeedPosition, blockMs: number): Promise<Found> {
    const connection = connected();
    const before = connections;
    const found = await withTimeout(
      connection.xread('COUNT', atMost, 'BLOCK', blockMs, 'STREAMS', ...streams, ...position),
      blockMs + overdueMs,
      () => {
        throw new StoreUnavailable('a read of events did not end in time');
      },
    );
    // The command is sent again to whichever server is there then, which may know less than the one before.
    if (before > 0 && connections !== before) throw new StoreUnavailable('the connection was lost');
    return found;
  }

  async function readInTurns(position: FeedPosition, blockMs: number): Promise<Found> {
    const untilMs = performance.now() + blockMs;
    do {
      const replies = await Promise.all(
        streams.map((stream, i) =>
          client.xread('COUNT', atMost, 'STREAMS', stream, position[i] ?? beforeAll),
        ),
      );
      const found = replies.flatMap((reply) => reply ?? []);
      if (found.length > 0) return found;
      await wait(pollMs);
    } while (performance.now() < untilMs);
    return null;
  }

  async function lastIdOf(stream: string): Promise<string> {
    try {
      const facts = (await client.xinfo('STREAM', stream)) as (string | number | null)[];
      const last = pairsOf(facts).find(([name]) => name === 'last-generated-id');
      return String(last?.[1] ?? beforeAll);
    } catch (error) {
      if (error instanceof Error && error.message.includes('no such key')) return beforeAll;
      throw error;
    }
  }

  /** Null: the entry at `from` is gone, and there were others after it that may be gone too. */
  async function missed(stream: string, from: string): Promise<Entries | null> {
    const [first, ...after] = await client.xrange(stream, from, '+', 'COUNT', mostMissed + 1);
    if (first?.[0] === from) return after.length < mostMissed ? after : null;
    return first === undefined && (await lastIdOf(stream)) === from ? [] : null;
  }

  return {
    end: () => Promise.all(streams.map(lastIdOf)),

    async next(position, blockMs) {
      const isSpread = client instanceof Cluster && streams.length > 1;
      const found = await (isSpread ? readInTurns : readTogether)(position, blockMs);
      const byStream = new Map(found ?? []);
      return {
        entries: [...byStream.values()].flatMap(toEntries),
        position: streams.map((stream, i) => byStream.get(stream)?.at(-1)?.[0] ?? position[i] ?? beforeAll),
      };
    },

    async since(position) {
      if (position.length !== streams.length) return null;
      const found: StreamEntry[] = [];
      for (const [i, stream] of streams.entries()) {
        const entries = await missed(stream, position[i] ?? beforeAll);
        if (entries === null) return null;
        found.push(...toEntries(entries));
      }
      return found;
    },

    release() {
      blocking?.disconnect();
      blocking = null;
    },
  };
}
