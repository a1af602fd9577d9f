import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { Random } from '../../src/simulator/fleet/random.ts';
import type { Truth } from './physical-faults.ts';
import { buildWorld, usualShape, type World, type WorldShape } from './world.ts';

/** One way in which fleets fail. */
export interface Scenario {
  name: string;
  shape?: Partial<WorldShape>;
  /** Breaks something in the fleet, and says what. */
  breaks: (world: World, random: Random) => Truth;
  gaps?: (random: Random) => BlindGap[];
  /** Only in the long run. */
  isLong?: boolean;
}

/** One fleet, with what happened to it. */
export interface Fleet {
  world: World;
  truth: Truth;
  gaps: BlindGap[];
  /** Some attributes are missing or wrong: then several narrow values may be all that can be named. */
  hasBadAttributes: boolean;
}

export function buildFleet({ shape, breaks, gaps }: Scenario, random: Random): Fleet {
  const world = buildWorld({ ...usualShape, ...shape }, random);
  addOldDead(world);
  const truth = breaks(world, random);
  const hasBadAttributes = world.processes.some((process) => process.hasBadAttributes);
  return { world, truth, gaps: gaps?.(random) ?? [], hasBadAttributes };
}

/** Some processes died in the last hours, beside living ones of the same service, and are still listed. */
function addOldDead({ processes, random }: World): void {
  const services = Map.groupBy(processes, ({ serviceId }) => serviceId);
  for (const all of services.values()) {
    const [one] = all;
    if (one === undefined || all.length < 2 || random() > 0.05) continue;
    one.diedAtMs = one.startedAtMs + random() * 6_000_000;
  }
}
