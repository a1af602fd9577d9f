import { z } from 'zod';
import { parseDuration } from '../../domain/duration.ts';
import { localTime, weekdays } from '../../domain/local-time.ts';
import {
  type MaintenanceWindow,
  maintenanceWindow,
  type WeeklyTimes,
} from '../../domain/maintenance/maintenance-window.ts';
import { occurrenceFrom } from '../../domain/maintenance/occurrence.ts';
import type { WantedWindow } from '../../domain/maintenance/plan-window.ts';
import type { ServiceMatch } from '../../domain/matches-service.ts';
import { timeOfDay } from '../../domain/time-of-day.ts';
import { serviceMatch } from './service-match.ts';
import { text } from './text.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

const aDuration = 'must be a duration such as 30m, 2h or 1d';
const duration = z
  .string()
  .max(16)
  .refine((given) => (parseDuration(given) ?? 0) > 0, aDuration)
  .meta({ description: 'A duration such as 30m, 2h or 1d.' });
const moment = z.iso.datetime({ offset: true });
const time = z
  .string()
  .refine((given) => timeOfDay.parse(given) !== null, 'must be a time of day such as 02:00');
const weekly = z.strictObject({
  days: z.array(z.enum(weekdays)).min(1).max(7),
  from: time,
  to: time.meta({ description: 'If it is not after `from`, on the next day.' }),
  timeZone: z
    .string()
    .max(64)
    .refine(localTime.isTimeZone, 'must be a time zone such as Europe/Berlin')
    .meta({ description: 'Such as Europe/Berlin, with its daylight saving time.' }),
});

const by = text.plain(128).trim().min(1);
const request = text.plain(128).trim().min(1);

const shown = z
  .object({
    windowId: z.string(),
    match: serviceMatch.shown,
    weekly: z
      .object({ days: z.array(z.enum(weekdays)), from: z.string(), to: z.string(), timeZone: z.string() })
      .nullable(),
    state: z.enum(['active', 'scheduled', 'over']),
    activeUntil: z.string().nullable().meta({ description: 'Until when messages are held; null: none are.' }),
    nextAt: z.string().nullable().meta({ description: 'When it begins next; null: it is active, or over.' }),
    startsAt: z.string(),
    endsAt: z.string().nullable().meta({ description: 'Null: as long as monitor.yaml says so.' }),
    by: z.string(),
    note: z.string().nullable(),
    createdAt: z.string().nullable().meta({ description: 'Null: it stands in monitor.yaml.' }),
  })
  .meta({ id: 'MaintenanceWindow' });

const wanted = z
  .strictObject({
    match: serviceMatch.wanted,
    for: duration.optional(),
    startsAt: moment.optional().meta({ description: 'Absent: now.' }),
    endsAt: moment.optional(),
    weekly: weekly.optional(),
    by: by.optional().meta({ description: 'Who declares it; absent: the name of the API key.' }),
    note: text.plain(500).trim().min(1).nullish(),
    id: request.optional().meta({
      description: 'A name for this request, as `Idempotency-Key`: sent again it declares no second window.',
    }),
  })
  .refine((given) => (given.for === undefined) !== (given.endsAt === undefined), {
    error: 'needs one of `for` and `endsAt`: a maintenance always has an end',
    path: ['endsAt'],
  })
  .meta({ id: 'MaintenanceRequest' });

const extension = z
  .strictObject({ for: duration.optional(), endsAt: moment.optional() })
  .refine((given) => (given.for === undefined) !== (given.endsAt === undefined), {
    error: 'needs one of `for` (from now) and `endsAt`',
    path: ['endsAt'],
  })
  .meta({ id: 'MaintenanceExtension' });

/** Windows as they are wanted and as they are shown. */
export const maintenanceSchemas = {
  wanted,
  extension,
  idempotencyKey: request.optional(),

  shown,

  toWanted(body: z.infer<typeof wanted>, keyName: string): WantedWindow {
    const { match: given, weekly: week, note = null } = body;
    return {
      match: withoutGaps(given),
      startsAtMs: body.startsAt === undefined ? null : Date.parse(body.startsAt),
      ...toEnd(body),
      weekly: week === undefined ? null : toWeekly(week),
      by: body.by ?? keyName,
      note,
    };
  },

  toEnd,

  toReply(window: MaintenanceWindow, nowMs: number): z.infer<typeof shown> {
    const next = occurrenceFrom(window, nowMs);
    const isActive = next !== null && next.fromMs <= nowMs;
    return {
      windowId: window.windowId,
      match: withoutGaps(window.match),
      weekly: window.weekly === null ? null : toWeeklyReply(window.weekly),
      state: next === null ? 'over' : isActive ? 'active' : 'scheduled',
      activeUntil: isActive ? toTime(next.toMs) : null,
      nextAt: next === null || isActive ? null : toTime(next.fromMs),
      startsAt: toTime(window.startsAtMs),
      endsAt: toTimeOrNull(window.endsAtMs),
      by: window.by,
      note: window.note,
      createdAt: maintenanceWindow.isOfFile(window) ? null : toTime(window.createdAtMs),
    };
  },
};

function toEnd(body: { for?: string | undefined; endsAt?: string | undefined }) {
  return {
    endsAtMs: body.endsAt === undefined ? null : Date.parse(body.endsAt),
    forMs: body.for === undefined ? null : parseDuration(body.for),
  };
}

function toWeekly({ days, from, to, timeZone }: z.infer<typeof weekly>): WeeklyTimes {
  return { days, fromMinutes: timeOfDay.parse(from) ?? 0, toMinutes: timeOfDay.parse(to) ?? 0, timeZone };
}

function toWeeklyReply({ days, fromMinutes, toMinutes, timeZone }: WeeklyTimes) {
  return { days: [...days], from: timeOfDay.write(fromMinutes), to: timeOfDay.write(toMinutes), timeZone };
}

/** Only what is said: the request of the same window again must look the same. */
function withoutGaps({ service, environment, labels }: ServiceMatch) {
  return {
    ...(service === undefined ? {} : { service }),
    ...(environment === undefined ? {} : { environment }),
    ...(labels === undefined ? {} : { labels: { ...labels } }),
  };
}
