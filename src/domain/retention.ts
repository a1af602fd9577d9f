import type { BlindGap } from './clear-time.ts';
import { delivery } from './delivery.ts';
import type { Incident, IncidentState } from './incident.ts';
import type { Notification } from './notification.ts';

/** How long records are kept, in milliseconds. */
export interface RetentionTimes {
  /** From the end of an incident on. */
  incidentsMs: number;
  notificationsMs: number;
  auditMs: number;
}

/** However young they are, no more audit entries are kept. */
export const mostAuditEntries = 20_000;

/** So many of the newest blind gaps are kept for an open incident, however old it is. */
const mostGapsForIncident = 10_000;

/** Far longer than any silence that is not yet Down. */
export const blindGapsMs = 400 * 24 * 60 * 60 * 1000;

/** What is asked of a blind gap; times in milliseconds of the Redis clock. */
export interface GapStanding {
  gap: BlindGap;
  /** For how long the monitor could hear since its end. */
  heardMs: number;
  /** How many gaps are newer. */
  newer: number;
  /** Since when an incident is silent that is open; null: none is that old. */
  openSilenceMs: number | null;
}

/** Which records may be removed because their time is over. */
export const retention = {
  /** As long as uptime looks back, which counts maintenance apart. */
  maintenanceMs: 400 * 24 * 60 * 60 * 1000,

  /** An incident goes after its notifications, so that none is left that names an incident nobody finds. */
  mayIncidentGo(
    { state, resolvedAtMs, startedAtMs }: Pick<Incident, 'state' | 'resolvedAtMs' | 'startedAtMs'>,
    notifications: number,
    keptMs: number,
    nowMs: number,
  ): boolean {
    return state === 'resolved' && notifications === 0 && nowMs - (resolvedAtMs ?? startedAtMs) > keptMs;
  },

  /** An outage group is kept like its incidents; one that goes on is always kept. */
  mayGroupGo: (endedAtMs: number | null, keptMs: number, nowMs: number): boolean =>
    endedAtMs !== null && nowMs - endedAtMs > keptMs,

  /** `incident` is the state of the incident that it belongs to; null: it belongs to none, or that one is gone. */
  mayNotificationGo(
    {
      state,
      createdAtMs,
      sentAtMs,
      replay,
    }: Pick<Notification, 'state' | 'createdAtMs' | 'sentAtMs' | 'replay'>,
    incident: IncidentState | null,
    keptMs: number,
    nowMs: number,
  ): boolean {
    if (!delivery.isSettled({ state }) || (incident !== null && incident !== 'resolved')) return false;
    return nowMs - Math.max(createdAtMs, sentAtMs ?? 0, replay?.atMs ?? 0) > keptMs;
  },

  /** `newer` is how many entries were written after it. */
  mayAuditEntryGo: (entry: { atMs: number }, newer: number, keptMs: number, nowMs: number): boolean =>
    newer >= mostAuditEntries || nowMs - entry.atMs > keptMs,

  mayMaintenanceGo: (endedAtMs: number, nowMs: number): boolean =>
    nowMs - endedAtMs > retention.maintenanceMs,

  /**
   * Only time in which the monitor could hear makes a gap old: a silence that began before it has then lasted for far
   * longer than any `downAfter`, so that without the gap nothing is judged in another way. An open incident still
   * shows for how long it was silent.
   */
  mayGapGo({ gap, heardMs, newer, openSilenceMs }: GapStanding): boolean {
    if (heardMs <= blindGapsMs) return false;
    return openSilenceMs === null || gap.toMs <= openSilenceMs || newer >= mostGapsForIncident;
  },
} as const;
