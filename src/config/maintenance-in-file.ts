import { z } from 'zod';
import { isLabelName } from '../domain/labels.ts';
import { localTime, weekdays } from '../domain/local-time.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../domain/maintenance/maintenance-window.ts';
import { longestMaintenanceMs } from '../domain/maintenance/plan-window.ts';
import { timeOfDay } from '../domain/time-of-day.ts';

const aTime = 'must be a time of day in quotes, such as "02:00"';
const time = z.string(aTime).transform((text, context) => {
  const minutes = timeOfDay.parse(text);
  if (minutes !== null) return minutes;
  context.addIssue({ code: 'custom', message: aTime });
  return z.NEVER;
});
/** In the form in which names are kept. */
const glob = z
  .string()
  .min(1)
  .transform((text) => text.normalize('NFC'));
const aMoment = 'must be a time in quotes, such as "2026-12-24T18:00:00Z"';
const moment = z.string(aMoment).transform((text, context) => {
  const ms = Date.parse(text);
  // A date alone would mean midnight somewhere.
  if (!Number.isNaN(ms) && /\d[T ]\d\d:\d\d/.test(text)) return ms;
  context.addIssue({ code: 'custom', message: aMoment });
  return z.NEVER;
});

const match = z
  .strictObject({
    service: glob.optional(),
    environment: glob.optional(),
    labels: z.record(z.string().refine(isLabelName, 'is not the name of a label'), glob).optional(),
  })
  .refine((given) => Object.keys(given).length > 0, 'is empty: { service: "*" } is everything');

const note = z.string().trim().min(1).max(500).optional();

const weekly = z.strictObject({
  match,
  note,
  weekly: z.strictObject({
    days: z.array(z.enum(weekdays)).min(1),
    from: time,
    to: time,
    timeZone: z.string().refine(localTime.isTimeZone, 'must be a time zone such as Europe/Berlin'),
  }),
});
const once = z
  .strictObject({ match, note, startsAt: moment, endsAt: moment })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, { error: 'must be after startsAt', path: ['endsAt'] })
  .refine(({ startsAt, endsAt }) => endsAt - startsAt <= longestMaintenanceMs, {
    error: 'may be at most 7 days after startsAt',
    path: ['endsAt'],
  });

/** `maintenance` of monitor.yaml: windows of each week, which stand as long as they stand there, and single ones. */
export const maintenanceInFile = z
  .array(z.unknown())
  .default([])
  .transform((list, context) =>
    list.flatMap((given, at): MaintenanceWindow[] => {
      const isWeekly = typeof given === 'object' && given !== null && 'weekly' in given;
      const parsed = isWeekly ? weekly.safeParse(given) : once.safeParse(given);
      if (!parsed.success) {
        for (const { path, message } of parsed.error.issues)
          context.addIssue({ code: 'custom', message, path: [at, ...path] });
        return [];
      }
      return [toWindow(parsed.data, at)];
    }),
  );

function toWindow(given: z.infer<typeof weekly> | z.infer<typeof once>, at: number): MaintenanceWindow {
  const common = {
    windowId: maintenanceWindow.fileId(at + 1),
    match: given.match,
    bounds: { environments: [], services: [] },
    by: 'monitor.yaml',
    note: given.note ?? null,
    createdAtMs: 0,
    request: null,
  };
  if (!('weekly' in given))
    return { ...common, weekly: null, startsAtMs: given.startsAt, endsAtMs: given.endsAt };
  const { days, from, to, timeZone } = given.weekly;
  const times = { days, fromMinutes: from, toMinutes: to, timeZone };
  return { ...common, weekly: times, startsAtMs: 0, endsAtMs: null };
}
