import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import type { Notification } from './wire.ts';

/** What stands for messages that were not sent: the messages of a group, of a digest, or of an incident that is needed, by its id. */
export type StandIns = ReadonlyMap<string, readonly Notification[]>;

const standsFor = {
  group: 'the group',
  digest: 'the digest',
  needed: 'what it depends on',
} as const;

/** Whose message stands for one that was not sent; null: nobody's. */
function standInOf({ outageGroupId, digestId, reason }: Notification): { id: string; words: string } | null {
  if (typeof outageGroupId === 'string') return { id: outageGroupId, words: standsFor.group };
  if (typeof digestId === 'string') return { id: digestId, words: standsFor.digest };
  const [, id] = /depends on .*: incident ([0-9a-f-]{36})/.exec(reason ?? '') ?? [];
  return id === undefined ? null : { id, words: standsFor.needed };
}

/** The messages that stand for `rows`. A key that is bound to services may not see all: then that is not told. */
export async function findStandIns(ask: AskMonitor, rows: readonly Notification[]): Promise<StandIns> {
  const ids = new Set(rows.flatMap((row) => standInOf(row)?.id ?? []));
  const found = [...ids].map(async (incidentId) => {
    const { items } = await listAll<Notification>(ask, '/api/notifications', { incidentId }, 1_000).catch(
      () => ({ items: [] }),
    );
    return [incidentId, items] as const;
  });
  return new Map(await Promise.all(found));
}

/** That, and when, the channel of a message was told by another one; null: that is not known. */
export function describeStandIn(row: Notification, standIns: StandIns): string | null {
  const standIn = standInOf(row);
  if (standIn === null) return null;
  const { id, words } = standIn;
  const told = (standIns.get(id) ?? []).filter(
    ({ channelId, kind }) => channelId === row.channelId && ['group', 'digest', 'down'].includes(kind),
  );
  const times = told.flatMap(({ sentAt }) => sentAt ?? []).toSorted();
  const [first] = times;
  if (first !== undefined)
    return `${words} was told to ${row.channelId} at ${first}${times.length === 1 ? '' : `, the last time at ${times.at(-1)}`}`;
  const [latest] = told;
  if (latest === undefined) return null;
  if (latest.state === 'dead') return `the message of ${words} to ${row.channelId} was given up`;
  if (latest.state === 'suppressed')
    return `the message of ${words} to ${row.channelId} was not sent: ${latest.reason ?? 'no reason is known'}`;
  return `the message of ${words} to ${row.channelId} is not sent yet`;
}
