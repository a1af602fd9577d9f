import type { DependencyRule } from '../../src/domain/dependencies/dependency-rule.ts';
import type { ServicePolicy, ServiceRules } from '../../src/domain/policy.ts';
import type { Reminding } from '../../src/domain/reminding/reminder-rules.ts';
import type { StormLimit } from '../../src/domain/telling/storm-limit.ts';
import type { Timing } from '../../src/domain/timing.ts';
import { fleet, type Member } from './steps.ts';

/** The settings of one run, given to the monitor and to the model alike. */
export interface SimulationRules {
  timing: Timing;
  blindAfterMs: number;
  channelIds: string[];
  /** Those of them that are told of recoveries. */
  followUps: string[];
  /** Those that every message of an outage goes to; the others are reached by escalation alone. */
  routed: string[];
  policies: ServicePolicy[];
  fleet: readonly Member[];
  /** Only in lives on the real Redis alone: what decides how many messages people get of it all. */
  people?: PeopleRules;
  reminding: Reminding;
  /** The rules of a service: `pair` needs two instances. */
  of(serviceName: string): ServiceRules;
}

export interface PeopleRules {
  dependencies: readonly DependencyRule[];
  /** Of the channels that have one. */
  limits: Readonly<Record<string, StormLimit>>;
}

export function simulationRules(timing: Timing, blindAfterMs: number): SimulationRules {
  const { downAfterMs } = timing;
  return {
    ...{ timing, blindAfterMs, channelIds: ['mail', 'hook', 'pager'], followUps: ['hook'] },
    routed: ['mail', 'hook'],
    fleet: fleet.map((serviceName) => ({ serviceName, host: null })),
    reminding: {
      reminders: { everyMs: 2 * downAfterMs, backOff: 2, longestMs: 5 * downAfterMs },
      escalation: [
        { afterMs: 3 * downAfterMs, channels: ['pager'] },
        { afterMs: 9 * downAfterMs, channels: ['mail', 'pager'] },
      ],
    },
    policies: [{ match: { service: 'pair' }, minInstances: 2 }],
    of: (serviceName) => ({
      ...{ timing, minInstances: serviceName === 'pair' ? 2 : 1, mostOutages: 6, unhealthyBeats: null },
    }),
  };
}
