import { recordChange } from '../../domain/history/record-change.ts';
import type { HistoryEntry } from '../../domain/history/times-of-days.ts';
import { utcDay } from '../../domain/history/utc-day.ts';
import type { ServiceCommit } from '../../domain/service-view.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';
import type { Command } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';
import { historyText } from './history-text.ts';

/** The history of an archived service waits so long for its return. */
const keptForReturnMs = 30 * utcDay.ms;

/**
 * What is added to the commit that changes the status of a service, so that its history has each change exactly once.
 * Heartbeats and checks add nothing. Synthetic services have no history.
 */
export const historyCommands = {
  changed(keys: PartitionKeys, { view, to, atMs }: ServiceCommit): Command[] {
    if (synthetic.isIn(view)) return [];
    const { serviceId, nowMs, state, recorded = { last: null, entries: 0 } } = view;
    const from = { status: state.status, atMs: state.sinceMs };
    const { entries, countFromDay } = recordChange(recorded, from, { status: to, atMs }, nowMs);
    return [
      pushed(keys, serviceId, entries),
      ...(countFromDay === null
        ? []
        : ([['ZADD', keys.historyDue, 'LT', countFromDay, serviceId]] as Command[])),
    ];
  },

  /** A service is there, for the first time or again. */
  began(keys: PartitionKeys, service: { serviceId: string; environment: string }, atMs: number): Command[] {
    if (synthetic.isIn(service)) return [];
    return [
      pushed(keys, service.serviceId, [{ atMs, status: 'Pending' }]),
      ...pastOf(keys, service.serviceId).map((key): Command => ['PERSIST', key]),
    ];
  },

  archived(
    keys: PartitionKeys,
    service: { serviceId: string; environment: string; nowMs: number },
  ): Command[] {
    const { serviceId, nowMs } = service;
    if (synthetic.isIn(service)) return [];
    return [
      pushed(keys, serviceId, [{ atMs: nowMs, status: 'Archived' }]),
      ['ZREM', keys.historyDue, serviceId],
      ...pastOf(keys, serviceId).map((key): Command => ['PEXPIRE', key, keptForReturnMs]),
    ];
  },
} as const;

function pushed(keys: PartitionKeys, serviceId: string, entries: readonly HistoryEntry[]): Command {
  return ['RPUSH', keys.history(serviceId), ...entries.map(historyText.ofEntry)];
}

function pastOf(keys: PartitionKeys, serviceId: string): string[] {
  return [keys.history(serviceId), keys.uptime(serviceId), keys.deploys(serviceId)];
}
