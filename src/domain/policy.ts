import { matchesGlob } from './glob.ts';
import { type Timing, type TimingDefaults, type TimingSettings, timingFor } from './timing.ts';

/** Which services something applies to; an absent field matches all. Globs with `*` and `?`. */
export interface ServiceMatch {
  service?: string | undefined;
  environment?: string | undefined;
}

/** What an operator decided for the services that match. */
export interface ServicePolicy extends TimingSettings {
  match: ServiceMatch;
  /** Fewer living instances than this for `downAfterMs` makes the service Down. */
  minInstances?: number | undefined;
  /** After so many heartbeats in a row that say unhealthy an instance counts as Degraded; null, absent: it does not. */
  unhealthyBeats?: number | null | undefined;
  /** How many outages of it are remembered at most. */
  mostOutages?: number | undefined;
}

/** The rules of one service, from the policies of the operator. */
export interface ServiceRules {
  timing: Timing;
  minInstances: number;
  mostOutages: number;
  /** Null: what an instance says of itself changes no status. */
  unhealthyBeats: number | null;
}

/** The rules of one instance as this node has them: what it is judged by, and told. */
export type RulesOf = (name: ServiceName, registrantIntervalMs?: number) => ServiceRules;

/** More make the quiet time no longer; so that even after a week of flapping six quiet hours forget it. */
const mostOutages = 6;

export interface ServiceName {
  serviceName: string;
  environment: string;
}

export function matchesService(match: ServiceMatch, name: ServiceName): boolean {
  return (
    matchesGlob(match.service ?? '*', name.serviceName) &&
    matchesGlob(match.environment ?? '*', name.environment)
  );
}

/** The first policy that matches decides; none matches: the defaults do. */
export function rulesFor(
  defaults: TimingDefaults,
  policies: readonly ServicePolicy[],
  name: ServiceName,
  registrantIntervalMs?: number,
): ServiceRules {
  const policy = policies.find((candidate) => matchesService(candidate.match, name));
  return {
    timing: timingFor(defaults, policy ?? {}, registrantIntervalMs),
    minInstances: policy?.minInstances ?? 1,
    mostOutages: policy?.mostOutages ?? mostOutages,
    unhealthyBeats: policy?.unhealthyBeats ?? null,
  };
}
