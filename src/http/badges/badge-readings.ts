import type { ReadHistory } from '../../actors/history/read-history.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import { stateTimes } from '../../domain/history/state-times.ts';
import type { UptimeReport } from '../../domain/history/uptime-report.ts';
import { matchesService } from '../../domain/matches-service.ts';
import type { Badged } from '../ports.ts';
import { type Badge, statusBadge, uptimeBadge } from './badge-words.ts';
import { KeptAnswers } from './kept-answers.ts';

const keepMs = 60_000;

/** At 3.2 KB for 400 days of one service. */
const mostKept = 2_000;

/** Badges of public services; null: there is no such service, or it is not public. */
export interface BadgeReadings {
  status(serviceId: string): Promise<Badge | null>;
  uptime(serviceId: string, days: number): Promise<Badge | null>;
}

/** Reads each service at most once a minute for its status, and once for the uptime of all lengths together. */
export function createBadgeReadings(
  parts: { readings: Pick<Readings, 'service' | 'nameOfService'>; readHistory: ReadHistory; badged: Badged },
  mostDays: number,
  now: () => number,
): BadgeReadings {
  const { readings, readHistory, badged } = parts;
  const statuses = new KeptAnswers<Badge>(keepMs, mostKept, now);
  const uptimes = new KeptAnswers<{ serviceName: string; ratios: Float64Array }>(keepMs, mostKept, now);

  async function publicName(serviceId: string): Promise<string | null> {
    if (badged.services.length === 0) return null;
    const name = await readings.nameOfService(serviceId);
    if (name === null || !badged.services.some((match) => matchesService(match, name))) return null;
    return name.serviceName;
  }

  return {
    status: (serviceId) =>
      statuses.get(serviceId, async () => {
        const serviceName = await publicName(serviceId);
        if (serviceName === null) return null;
        const [service, inDoubt] = await Promise.all([
          readings.service(serviceId, 0),
          badged.findInDoubt([serviceId]),
        ]);
        return service === null ? null : statusBadge(serviceName, service.status, inDoubt.has(serviceId));
      }),

    async uptime(serviceId, days) {
      const read = await uptimes.get(serviceId, async () => {
        const serviceName = await publicName(serviceId);
        if (serviceName === null) return null;
        const report = await readHistory.uptime(serviceId, mostDays);
        return report === null ? null : { serviceName, ratios: ratiosOf(report.days) };
      });
      if (read === null) return null;
      const ratio = read.ratios[days - 1] ?? Number.NaN;
      return uptimeBadge(read.serviceName, days, Number.isNaN(ratio) ? null : ratio);
    },
  };
}

/** The uptime of the last day, of the last two, and so on; not a number: no time of them counts. */
function ratiosOf(days: UptimeReport['days']): Float64Array {
  let totals = stateTimes.none();
  return Float64Array.from(days.toReversed(), ({ times }) => {
    totals = stateTimes.sum([totals, times]);
    return stateTimes.ratio(totals) ?? Number.NaN;
  });
}
