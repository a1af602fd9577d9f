import { matchesGlob } from '../glob.ts';
import type { Weekday } from '../local-time.ts';
import { type MatchedService, matchesService, type ServiceMatch } from '../matches-service.ts';
import { synthetic } from '../synthetic-outage.ts';

/** The services of a key that may not speak for all: only those that match; empty: all. */
export interface WindowBounds {
  environments: readonly string[];
  services: readonly string[];
}

/** Some days of each week, by the clock on the wall; one that ends before it begins ends on the next day. */
export interface WeeklyTimes {
  days: readonly Weekday[];
  /** Minutes after midnight. */
  fromMinutes: number;
  toMinutes: number;
  timeZone: string;
}

/** A time in which the messages of some services are held back. It changes no status. */
export interface MaintenanceWindow {
  windowId: string;
  match: ServiceMatch;
  bounds: WindowBounds;
  /** Null: all the time from `startsAtMs` to `endsAtMs`. */
  weekly: WeeklyTimes | null;
  startsAtMs: number;
  /** Null: for as long as monitor.yaml says so. */
  endsAtMs: number | null;
  /** Who declared it. */
  by: string;
  note: string | null;
  createdAtMs: number;
  /** The name that its caller gave to the request, with the id of the key; null: it gave none. */
  request: string | null;
}

/** The ids of windows of monitor.yaml begin with this. */
const filePrefix = 'monitor.yaml-';

export const maintenanceWindow = {
  fileId: (number: number): string => `${filePrefix}${number}`,

  isOfFile: ({ windowId }: MaintenanceWindow): boolean => windowId.startsWith(filePrefix),

  /** Whether its messages are held back. A synthetic outage tests the whole path, so nothing holds its messages. */
  covers({ match, bounds }: MaintenanceWindow, service: MatchedService): boolean {
    const allows = (globs: readonly string[], text: string) =>
      globs.length === 0 || globs.some((glob) => matchesGlob(glob, text));
    return (
      !synthetic.isIn(service) &&
      allows(bounds.environments, service.environment) &&
      allows(bounds.services, service.serviceName) &&
      matchesService(match, service)
    );
  },

  /** Whether which services it means depends on their labels. */
  needsLabels: ({ match }: MaintenanceWindow): boolean => Object.keys(match.labels ?? {}).length > 0,

  /** Whether it can hold nothing back any more. */
  isOver: ({ endsAtMs }: MaintenanceWindow, nowMs: number): boolean => endsAtMs !== null && endsAtMs <= nowMs,

  /** Who and why, such as "deploy 4711 (ci)". */
  because: ({ by, note }: Pick<MaintenanceWindow, 'by' | 'note'>): string =>
    note === null ? by : `${note} (${by})`,
} as const;
