import type { ReadHistory } from '../../actors/history/read-history.ts';
import type { Span } from '../../domain/history/spans.ts';
import { type StateTimes, stateTimes, uptimeStates } from '../../domain/history/state-times.ts';
import { utcDay } from '../../domain/history/utc-day.ts';
import { KeptAnswers } from '../badges/kept-answers.ts';
import { historySchemas } from '../schemas/history.ts';
import type { PublicComponent } from '../schemas/status-page.ts';

/** How many days a page shows. */
const shownDays = 90;

const keepMs = 60_000;

/** At 10 KB each. */
const mostKept = 1_000;

/** What a page needs of the past of a service. */
interface Past {
  days: { day: number; times: StateTimes }[];
  maintenance: readonly Span[];
  nowMs: number;
}

export interface PastOfServices {
  /** When a service was in maintenance in these days. */
  maintenance(serviceId: string): Promise<readonly Span[]>;
  /** The days of all of them together: of each the mean. */
  uptime(serviceIds: readonly string[]): Promise<Pick<PublicComponent, 'uptime' | 'days'>>;
}

/** Reads the past of each service at most once a minute, however many pages show it. */
export function createPastOfServices(readHistory: ReadHistory, now: () => number): PastOfServices {
  const kept = new KeptAnswers<Past>(keepMs, mostKept, now);

  const pastOf = (serviceId: string) =>
    kept.get(serviceId, async () => {
      const report = await readHistory.uptime(serviceId, shownDays);
      if (report === null) return null;
      const fromMs = report.nowMs - shownDays * utcDay.ms;
      const maintenance = await readHistory.maintenance(serviceId, fromMs);
      return { days: report.days, maintenance, nowMs: report.nowMs };
    });

  return {
    maintenance: async (serviceId) => (await pastOf(serviceId))?.maintenance ?? [],

    async uptime(serviceIds) {
      const found = await Promise.all(serviceIds.map(pastOf));
      const pasts = found.filter((past) => past !== null);
      if (pasts.length === 0) return { uptime: null, days: [] };
      const nowMs = Math.max(...pasts.map((past) => past.nowMs));
      const byDay = Map.groupBy(
        pasts.flatMap(({ days }) => days),
        ({ day }) => day,
      );
      const days = [...byDay]
        .sort(([a], [b]) => a - b)
        .slice(-shownDays)
        .map(([day, all]) => ({ day, times: mean(all.map(({ times }) => times)) }));
      const totals = stateTimes.sum(days.map(({ times }) => times));
      const service = { serviceId: '', serviceName: '', environment: '' };
      const { uptime, days: shown } = historySchemas.toUptime(service, { days, totals, nowMs });
      return { uptime, days: shown };
    },
  };
}

function mean(all: readonly StateTimes[]): StateTimes {
  const total = stateTimes.sum(all);
  for (const state of uptimeStates) total[state] = Math.round(total[state] / all.length);
  return total;
}
