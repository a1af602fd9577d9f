import type { AskMonitor, Listed } from './ask-monitor.ts';
import type { Notification } from './wire.ts';

/** A channel that is not configured any more, or is switched off, though there is something for it. */
export interface RemovedChannel {
  channelId: string;
  type: string;
  /** Messages that are given up soon, and those that were. */
  waiting: number;
  givenUp: number;
}

const dayMs = 24 * 60 * 60_000;

/** How far back it is looked for messages that were given up. */
const lookedBackMs = 7 * dayMs;

/** In a list that is mostly of others many pages say nothing: after so many the newest are known. */
const mostPages = 10;

/** The channels, other than these, for which messages wait or were given up lately. */
export async function findRemovedChannels(
  ask: AskMonitor,
  configured: readonly string[],
  nowMs: number,
): Promise<RemovedChannel[]> {
  const from = new Date(nowMs - lookedBackMs).toISOString();
  const [waiting, givenUp] = await Promise.all([
    newest(ask, new URLSearchParams({ state: 'pending', from })),
    newest(ask, new URLSearchParams({ state: 'dead', from })),
  ]);
  const isRemoved = ({ channelId }: Notification) => !configured.includes(channelId);
  const byChannel = Map.groupBy([...waiting, ...givenUp].filter(isRemoved), ({ channelId }) => channelId);
  return [...byChannel].map(([channelId, rows]) => ({
    ...{ channelId, type: rows[0]?.channelType ?? 'unknown' },
    waiting: rows.filter(({ state }) => state === 'pending').length,
    givenUp: rows.filter(({ state }) => state === 'dead').length,
  }));
}

async function newest(ask: AskMonitor, query: URLSearchParams): Promise<Notification[]> {
  const items: Notification[] = [];
  query.set('limit', '200');
  for (let page = 0; page < mostPages; page++) {
    const found = await ask<Listed<Notification>>('GET', `/api/notifications?${query.toString()}`);
    items.push(...found.items);
    if (found.nextCursor === null) break;
    query.set('cursor', found.nextCursor);
  }
  return items;
}
