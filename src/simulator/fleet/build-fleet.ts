import { VitalSigns } from '../judge/vital-signs.ts';
import { type InstanceSettings, PretendedInstance } from './pretended-instance.ts';
import { createRandom, type Random } from './random.ts';
import { registrationBody } from './registration-body.ts';
import { serviceNames } from './service-names.ts';
import type { InstanceFacts, SimulatedInstance, SimulatedService } from './simulated-instance.ts';

interface FleetPlan {
  services: number;
  instances: number;
  environment: string;
  random: Random;
  /** What all instances have in common. */
  shared: Omit<InstanceSettings, 'registration' | 'metadata'>;
}

/**
 * The services and instances of a run. Host and port follow from the place in the fleet alone, not from the seed: a
 * run that was cut short left registrations behind, and the next run takes them over and leaves no ghosts.
 */
export function buildFleet(plan: FleetPlan): SimulatedService[] {
  return serviceNames(plan.services).map((serviceName, serviceIndex) => {
    const version = `${1 + Math.floor(plan.random() * 4)}.${Math.floor(plan.random() * 20)}.0`;
    const commitHash = Math.floor(plan.random() * 2 ** 28)
      .toString(16)
      .padStart(7, '0');
    const instances = Array.from({ length: plan.instances }, (_, copy) => {
      const hostname = `${serviceName}-${copy + 1}.simulated`;
      const port = 20_000 + ((serviceIndex * plan.instances + copy) % 40_000);
      return instanceOf(plan, {
        serviceName,
        environment: plan.environment,
        version,
        hostname,
        port,
        url: `http://${hostname}:${port}`,
        processId: 1000 + Math.floor(plan.random() * 60_000),
        commitHash,
        heartbeatIntervalSeconds: plan.shared.intervalMs / 1000,
      });
    });
    return { serviceName, instances };
  });
}

function instanceOf(plan: FleetPlan, facts: InstanceFacts): SimulatedInstance {
  // Its own numbers: heartbeats come in no fixed order, and the kills must not depend on it.
  const vitals = new VitalSigns(createRandom(Math.floor(plan.random() * 2 ** 32)));
  const life = new PretendedInstance({
    ...plan.shared,
    registration: () => registrationBody(facts, Date.now()),
    metadata: () => vitals.next(Date.now()),
  });
  return { facts, life };
}
