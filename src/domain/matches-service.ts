import { matchesGlob } from './glob.ts';
import type { Labels } from './labels.ts';

/** Which services something applies to; an absent field matches all. Globs with `*` and `?`. */
export interface ServiceMatch {
  service?: string | undefined;
  environment?: string | undefined;
  /** A glob for each label that a service must have. */
  labels?: Labels | undefined;
}

export interface ServiceName {
  serviceName: string;
  environment: string;
}

/** A service as matches look at it. */
export interface MatchedService extends ServiceName {
  /** Absent: it has none. */
  labels?: Labels | undefined;
}

/** Whether a service is meant: by a policy, a route, a silence or a filter. Every field has to match. */
export function matchesService(
  match: ServiceMatch,
  { serviceName, environment, labels }: MatchedService,
): boolean {
  return (
    matchesGlob(match.service ?? '*', serviceName) &&
    matchesGlob(match.environment ?? '*', environment) &&
    matchesLabels(match.labels ?? {}, labels ?? {})
  );
}

/** A label that is missing matches no glob, not even `*`. */
export function matchesLabels(globs: Labels, labels: Labels): boolean {
  return Object.entries(globs).every(
    ([name, glob]) => Object.hasOwn(labels, name) && matchesGlob(glob, labels[name] ?? ''),
  );
}
