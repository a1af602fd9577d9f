import { z } from 'zod';
import { isLabelName } from '../domain/labels.ts';
import { localTime, type Weekday } from '../domain/local-time.ts';
import { type RouteTimes, weekdays } from '../domain/route-times.ts';
import { type Route, type Routing, type RoutingMode, routeEvents, routingModes } from '../domain/routing.ts';
import { severities } from '../domain/severity.ts';
import { timeOfDay } from '../domain/time-of-day.ts';
import { remindersInFile } from './reminders-in-file.ts';

/** In the form in which names are kept. */
const glob = z.string().transform((text) => text.normalize('NFC'));

/** `tier: 1` of YAML is a number, and the label that is meant a text. */
const labelGlob = z.preprocess((given) => (isPlainValue(given) ? String(given) : given), glob);
const aLabel = 'must be a label: 1 to 63 of a-z, 0-9, "_", ".", "-" and "/"';

/** Which services something in the file is for, by their names. */
export const fileMatch = z.strictObject({ service: glob.optional(), environment: glob.optional() });

/** The same, and by their labels. */
export const fileMatchWithLabels = fileMatch.extend({
  labels: z.record(z.string().refine(isLabelName, aLabel), labelGlob).optional(),
});

const someDays = 'must be a day or days, such as mon, mon-fri or sat-sun';
const days = z
  .array(
    z.string(someDays).transform((text, context) => {
      const found = readDays(text);
      if (found === null) context.addIssue({ code: 'custom', message: someDays });
      return found ?? [];
    }),
  )
  .min(1)
  .transform((lists): Weekday[] => weekdays.filter((day) => lists.flat().includes(day)));

const aTime = 'must be a time of the day such as 09:00, in quotes';
const minute = (latest: '23:59' | '24:00') =>
  z.string(aTime).transform((text, context) => {
    const minutes = text === '24:00' && latest !== text ? null : timeOfDay.parse(text);
    if (minutes !== null) return minutes;
    context.addIssue({ code: 'custom', message: aTime });
    return z.NEVER;
  });

const aZone = 'must be a time zone such as Europe/Berlin or UTC';
const when = z
  .strictObject({
    days: days.optional(),
    from: minute('23:59').optional(),
    to: minute('24:00').optional(),
    timeZone: z.string(aZone).refine(localTime.isTimeZone, aZone),
  })
  .transform(({ days: given, from, to, timeZone }): RouteTimes => {
    const hours = from === undefined || to === undefined ? undefined : { fromMinute: from, toMinute: to };
    return {
      timeZone,
      ...(given === undefined ? {} : { days: given }),
      ...(hours === undefined ? {} : { hours }),
    };
  });

/** `routes` of `monitor.yaml`. */
export const fileRoutes = z.array(
  z.strictObject({
    match: fileMatchWithLabels.default({}),
    events: z.array(z.enum(routeEvents)).min(1).optional(),
    severity: z.array(z.enum(severities)).min(1).optional(),
    when: when.optional(),
    channels: z.array(z.string()).min(1),
    continue: z.boolean().optional(),
    ...remindersInFile,
  }),
);

type FileRoute = z.output<typeof fileRoutes>[number];

export const fileRoutingMode = z.enum(routingModes);

/** What the file says of routes; null: nothing, so every channel gets everything. */
export function toRouting(file: {
  routes?: FileRoute[] | undefined;
  routing?: RoutingMode | undefined;
  defaultChannels?: string[] | undefined;
}): Routing | null {
  const { routes, routing = 'all-matches', defaultChannels } = file;
  if (routes === undefined && defaultChannels === undefined) return null;
  const toRoute = ({ escalate, ...route }: FileRoute): Route => ({
    ...route,
    ...(escalate === undefined ? {} : { escalation: escalate }),
  });
  return { mode: routing, routes: (routes ?? []).map(toRoute), defaultChannels: defaultChannels ?? [] };
}

const rough = z
  .object({
    routing: z.unknown(),
    routes: z
      .array(
        z
          .object({
            continue: z.unknown(),
            when: z.object({ from: z.unknown(), to: z.unknown() }).partial().catch({}),
          })
          .partial()
          .catch({}),
      )
      .catch([]),
  })
  .partial()
  .catch({});

/** What is wrong with how the parts of routes go together, read from as much of the file as can be read. */
export function faultsOfRoutes(file: unknown): string[] {
  const { routing, routes = [] } = rough.parse(file);
  return routes.flatMap((route, i) => {
    const { from, to } = route.when ?? {};
    const faults: string[] = [];
    const needs = (has: unknown, other: unknown, name: string) => {
      if (has !== undefined && other === undefined)
        faults.push(
          `routes[${i}].when.${name}: is missing: it must be a time of the day such as 09:00, in quotes`,
        );
    };
    needs(from, to, 'to');
    needs(to, from, 'from');
    if (typeof from === 'string' && from === to)
      faults.push(`routes[${i}].when.to: must not be the same as "from"; for the whole day leave both out`);
    if (route.continue !== undefined && routing !== 'first-match')
      faults.push(
        `routes[${i}].continue: must stand only beside "routing: first-match"; without it all routes that match lead to their channels`,
      );
    return faults;
  });
}

function isPlainValue(given: unknown): boolean {
  return typeof given === 'number' || typeof given === 'boolean';
}

/** `mon`, `mon-fri`, or `sat-mon`, which goes over the end of the week; null: it is none. */
function readDays(text: string): Weekday[] | null {
  const [first, last = first, ...more] = text.trim().toLowerCase().split('-');
  const from = weekdays.findIndex((day) => day === first);
  const to = weekdays.findIndex((day) => day === last);
  if (from < 0 || to < 0 || more.length > 0) return null;
  return from <= to ? weekdays.slice(from, to + 1) : [...weekdays.slice(from), ...weekdays.slice(0, to + 1)];
}
