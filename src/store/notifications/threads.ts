import type { Notification } from '../../domain/notification.ts';
import { longestReference, type Thread } from '../../domain/telling/thread.ts';
import type { Command, Comparison } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';

/** An outage may last for weeks; after its last message nobody needs its thread for longer. */
const keptMs = 30 * 86_400_000;

/** The thread of an outage in a channel as it was read. */
export interface SeenThread {
  thread: Thread | null;
  /** When another message of it may be claimed; null: now. */
  freeAtMs: number | null;
  /** As it is stored: it must be the same when it is taken. */
  takenText: string;
}

type ThreadRow = Pick<
  Notification,
  'incidentId' | 'channelId' | 'notificationId' | 'createdAtMs' | 'changes'
>;

const takenField = ({ channelId }: ThreadRow) => `${channelId}:taken`;

/** The commands for the thread of a message; of one whose channel changes nothing there are none. */
export const threads = {
  async read(
    client: RedisClient,
    keys: PartitionKeys,
    row: ThreadRow,
    nowMs: number,
  ): Promise<SeenThread | null> {
    if (row.changes !== true) return null;
    const found = await client.hmget(keys.threads(row.incidentId), row.channelId, takenField(row));
    const [text = null, takenText] = found;
    const [untilMs = 0, by] = (takenText ?? '').split(' ', 2);
    const isTaken = by !== undefined && by !== row.notificationId && Number(untilMs) > nowMs;
    return {
      thread: text === null ? null : (JSON.parse(text) as Thread),
      freeAtMs: isTaken ? Number(untilMs) : null,
      takenText: takenText ?? '',
    };
  },

  /** One message of a thread is sent at a time, so that the newest one is what people see. */
  take(
    keys: PartitionKeys,
    row: ThreadRow,
    seen: SeenThread | null,
    untilMs: number,
  ): { compare: Comparison[]; write: Command[] } {
    if (seen === null) return { compare: [], write: [] };
    const key = keys.threads(row.incidentId);
    const field = takenField(row);
    return {
      compare: [{ command: ['HGET', key, field], expected: seen.takenText }],
      write: [
        ['HSET', key, field, `${untilMs} ${row.notificationId}`],
        ['PEXPIRE', key, keptMs],
      ],
    };
  },

  free(keys: PartitionKeys, row: ThreadRow): Command[] {
    return row.changes === true ? [['HDEL', keys.threads(row.incidentId), takenField(row)]] : [];
  },

  /** What the channel returned. What comes late does not make the thread older. */
  note(
    keys: PartitionKeys,
    row: ThreadRow,
    before: Thread | null | undefined,
    reference: string | undefined,
  ): Command[] {
    if (row.changes !== true || reference === undefined || reference.length > longestReference) return [];
    const key = keys.threads(row.incidentId);
    const thread: Thread = { reference, atMs: Math.max(row.createdAtMs, before?.atMs ?? 0) };
    return [
      ['HSET', key, row.channelId, JSON.stringify(thread)],
      ['PEXPIRE', key, keptMs],
    ];
  },
} as const;
