import { matchesService, type ServiceMatch, type ServiceName } from './matches-service.ts';
import type { Severity } from './severity.ts';
import { type Timing, type TimingDefaults, type TimingSettings, timingFor } from './timing.ts';

export type { ServiceName } from './matches-service.ts';

/** What an operator decided for the services that match. */
export interface ServicePolicy extends TimingSettings {
  match: ServiceMatch;
  /** With fewer living instances than this for `downAfterMs` the service is Down. */
  minInstances?: number | undefined;
  /** After so many unhealthy heartbeats in a row an instance is Degraded; null, absent: never. */
  unhealthyBeats?: number | null | undefined;
  /** How bad it is if one of them is Down. Absent: its label decides. */
  severity?: Severity | undefined;
  /** The maximum number of recent outages that are counted. */
  mostOutages?: number | undefined;
}

/** The rules of one service, from the policies of the operator. */
export interface ServiceRules {
  timing: Timing;
  minInstances: number;
  mostOutages: number;
  /** Null: the reported health changes no status. */
  unhealthyBeats: number | null;
  /** Absent: the label of the service decides. */
  severity?: Severity | undefined;
}

/** The rules of one instance by the settings of this node. */
export type RulesOf = (name: ServiceName, registrantIntervalMs?: number) => ServiceRules;

/** The quiet time does not grow beyond this. So six hours without an outage reset it, even after a week of flapping. */
const mostOutages = 6;

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
    ...(policy?.severity === undefined ? {} : { severity: policy.severity }),
  };
}
