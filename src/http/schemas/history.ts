import { z } from 'zod';
import type { StatusInterval } from '../../domain/history/intervals-of.ts';
import { type StateTimes, stateTimes } from '../../domain/history/state-times.ts';
import type { Overlays } from '../../domain/history/times-of-days.ts';
import type { UptimeReport } from '../../domain/history/uptime-report.ts';
import { utcDay } from '../../domain/history/utc-day.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

const interval = z
  .object({
    status: z.enum([
      ...(['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered', 'Stopped', 'Archived'] as const),
    ]),
    from: z.string(),
    to: z.string().nullable().meta({ description: 'Null: it goes on.' }),
  })
  .meta({ id: 'StatusInterval' });

const deploys = z.array(z.object({ at: z.string(), version: z.string(), previousVersion: z.string() })).meta({
  description:
    'When an instance registered with another version than the service had, newest first; of the whole time that was asked for, on each page. The newest 100 are kept.',
});

const overlays = z
  .array(z.object({ state: z.enum(['maintenance', 'blind']), from: z.string(), to: z.string() }))
  .meta({
    description:
      'Maintenance of the service, and time in which the monitor could not hear, in the time that was asked for; only with `from`.',
  });

const seconds = z
  .object({
    healthy: z.number(),
    degraded: z.number(),
    down: z.number(),
    blind: z.number(),
    maintenance: z.number(),
    notWatched: z.number(),
  })
  .meta({
    description: 'Seconds by state, to the millisecond. Each moment counts in one state only.',
  });

const ratio = z.number().nullable().meta({
  description:
    '(healthy + degraded) / (healthy + degraded + down). Blind time, maintenance and time that was not watched are not part of it. Null: there is no other time.',
});

const uptime = z
  .object({
    serviceId: z.string(),
    serviceName: z.string(),
    environment: z.string(),
    from: z.string(),
    to: z.string(),
    uptime: ratio,
    seconds,
    days: z.array(z.object({ date: z.string(), uptime: ratio, seconds })).meta({
      description: 'Days by UTC, oldest first. The last one goes on, and ends with `to`.',
    }),
  })
  .meta({ id: 'Uptime' });

function toSeconds(times: StateTimes): z.infer<typeof seconds> {
  const { healthy, degraded, down, blind, maintenance, notWatched } = times;
  return {
    healthy: healthy / 1000,
    degraded: degraded / 1000,
    down: down / 1000,
    blind: blind / 1000,
    maintenance: maintenance / 1000,
    notWatched: notWatched / 1000,
  };
}

/** As many days as are kept at the default. */
const mostDays = 400;

export const historySchemas = {
  mostDays,
  interval,
  deploys,
  overlays,
  uptime,

  /** What of them lies between two moments. */
  toOverlays: (found: Overlays, fromMs: number, toMs: number): z.infer<typeof overlays> =>
    (['maintenance', 'blind'] as const).flatMap((state) =>
      found[state]
        .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
        .filter((span) => span.fromMs < span.toMs)
        .map((span) => ({ state, from: toTime(span.fromMs), to: toTime(span.toMs) })),
    ),

  toInterval: ({ status, fromMs, toMs }: StatusInterval): z.infer<typeof interval> => ({
    status,
    from: toTime(fromMs),
    to: toTimeOrNull(toMs),
  }),

  toUptime(
    service: { serviceId: string; serviceName: string; environment: string },
    { days, totals, nowMs }: UptimeReport & { nowMs: number },
  ): z.infer<typeof uptime> {
    const { serviceId, serviceName, environment } = service;
    return {
      ...{ serviceId, serviceName, environment },
      from: toTime(utcDay.startOf(days[0]?.day ?? utcDay.at(nowMs))),
      to: toTime(nowMs),
      uptime: stateTimes.ratio(totals),
      seconds: toSeconds(totals),
      days: days.map(({ day, times }) => ({
        date: toTime(utcDay.startOf(day)).slice(0, 10),
        uptime: stateTimes.ratio(times),
        seconds: toSeconds(times),
      })),
    };
  },
} as const;
