import { findFailureDomains } from '../../src/domain/failure-domains/find-failure-domains.ts';
import { createRandom, shuffle } from '../../src/simulator/fleet/random.ts';
import { momentOf } from './moment.ts';
import { buildWorld, faultAtMs, usualShape } from './world.ts';

export interface Cost {
  instances: number;
  late: number;
  medianUs: number;
}

/** How long one look takes when what it asks for has been fetched. */
export function measureCost(hosts: number, lateCount: number): Cost {
  const random = createRandom(hosts + lateCount);
  const world = buildWorld({ ...usualShape, hosts: [hosts, hosts], perHost: [12, 12] }, random);
  const byHost = [...Map.groupBy(world.processes, ({ place }) => place.host).values()];
  const victims = shuffle(byHost, random).flat().slice(0, lateCount);
  for (const process of world.processes) process.lossShare = 0;
  for (const process of victims) process.diedAtMs = faultAtMs;
  const down = new Set(victims.map(({ serviceId }) => serviceId));
  const { late, heard } = momentOf(world, [], faultAtMs + 100_000, down);
  const times: number[] = [];
  for (let run = 0; run < 60; run++) {
    const fromMs = performance.now();
    findFailureDomains(late, down, heard);
    times.push(1000 * (performance.now() - fromMs));
  }
  // The first runs are not compiled yet.
  const sorted = times.slice(20).sort((a, b) => a - b);
  return {
    instances: world.processes.length,
    late: late.length,
    medianUs: Math.round(sorted[sorted.length >> 1] ?? 0),
  };
}
