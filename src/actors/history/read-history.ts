import type { Deploy } from '../../domain/history/deploy.ts';
import { intervalsOf, type StatusInterval } from '../../domain/history/intervals-of.ts';
import type { Span } from '../../domain/history/spans.ts';
import type { Overlays } from '../../domain/history/times-of-days.ts';
import { firstDayToReport, reportUptime, type UptimeReport } from '../../domain/history/uptime-report.ts';
import { utcDay } from '../../domain/history/utc-day.ts';
import type { Histories, OverlaysOver } from '../ports/history.ts';

/** What is shown of a service's past; null: there is no such service. */
export interface ReadHistory {
  /** Newest first. `overlaysFromMs`: from when on it is asked what lay over the statuses; absent: not at all. */
  intervals(
    serviceId: string,
    overlaysFromMs?: number,
  ): Promise<{ intervals: StatusInterval[]; deploys: Deploy[]; overlays: Overlays } | null>;
  uptime(serviceId: string, days: number): Promise<(UptimeReport & { nowMs: number }) | null>;
  /** When it was in maintenance from a moment on; in order, without overlaps. */
  maintenance(serviceId: string, fromMs: number): Promise<readonly Span[]>;
}

export function createReadHistory(parts: {
  histories: Pick<Histories, 'read'>;
  overlaysOver: OverlaysOver;
}): ReadHistory {
  const { histories, overlaysOver } = parts;
  return {
    async intervals(serviceId, overlaysFromMs) {
      const view = await histories.read(serviceId);
      if (view === null) return null;
      const isAsked = overlaysFromMs !== undefined && overlaysFromMs < view.nowMs;
      return {
        intervals: intervalsOf(view.kept.entries).toReversed(),
        deploys: view.deploys.toReversed(),
        overlays: isAsked ? await overlaysOver(view, overlaysFromMs) : { maintenance: [], blind: [] },
      };
    },

    async uptime(serviceId, days) {
      const view = await histories.read(serviceId);
      if (view === null) return null;
      const { kept, nowMs } = view;
      const overlays = await overlaysOver(view, utcDay.startOf(firstDayToReport(kept, days, nowMs)));
      return { ...reportUptime(kept, overlays, days, nowMs), nowMs };
    },

    async maintenance(serviceId, fromMs) {
      const view = await histories.read(serviceId);
      return view === null ? [] : (await overlaysOver(view, fromMs)).maintenance;
    },
  };
}
