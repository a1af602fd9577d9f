import { type ServicePolicy, type ServiceRules } from '../../src/domain/policy.ts';
import type { Timing } from '../../src/domain/timing.ts';

/** The settings of one run, given to the monitor and to the model alike. */
export interface SimulationRules {
  timing: Timing;
  blindAfterMs: number;
  channelIds: string[];
  /** Those of them that are told of recoveries. */
  followUps: string[];
  policies: ServicePolicy[];
  /** The rules of a service: `pair` needs two instances. */
  of(serviceName: string): ServiceRules;
}

export function simulationRules(timing: Timing, blindAfterMs: number): SimulationRules {
  return {
    ...{ timing, blindAfterMs, channelIds: ['mail', 'hook'], followUps: ['hook'] },
    policies: [{ match: { service: 'pair' }, minInstances: 2 }],
    of: (serviceName) => ({
      ...{ timing, minInstances: serviceName === 'pair' ? 2 : 1, mostOutages: 6, unhealthyBeats: null },
    }),
  };
}
