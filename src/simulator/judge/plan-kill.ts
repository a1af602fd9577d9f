import type { Random } from '../fleet/random.ts';
import { shuffle } from '../fleet/random.ts';
import type { SimulatedInstance, SimulatedService } from '../fleet/simulated-instance.ts';

/** Who falls silent in one round. */
export interface KillPlan {
  /** Services that lose every instance: each must become Down, with an incident. */
  whole: SimulatedService[];
  /** Services that lose some and keep at least one: they become Degraded, and nobody is paged. */
  thinned: SimulatedService[];
  instances: SimulatedInstance[];
}

/**
 * Spends about half of the kills on whole services, at least on one, and the rest on single instances of as many
 * other services as possible, so that a round shows both an outage and a loss that is none.
 */
export function planKill(fleet: readonly SimulatedService[], fraction: number, random: Random): KillPlan {
  const copies = fleet[0]?.instances.length ?? 0;
  if (fraction <= 0 || copies === 0) return { whole: [], thinned: [], instances: [] };
  const kills = Math.max(1, Math.round(fleet.length * copies * fraction));
  const drawn = shuffle(fleet, random);
  const wholeCount = wholeServices(kills, fleet.length, copies);
  const whole = drawn.slice(0, wholeCount);
  const singles = Math.max(0, kills - wholeCount * copies);
  const thinnable = drawn.slice(wholeCount);
  const taken = Array.from({ length: singles }, (_, index) => {
    const service = thinnable[index % thinnable.length];
    return service?.instances[Math.floor(index / thinnable.length)] as SimulatedInstance;
  });
  return {
    whole,
    thinned: thinnable.slice(0, singles),
    instances: [...whole.flatMap((service) => service.instances), ...taken],
  };
}

/** The smallest number of whole services, from half of the kills on, that leaves every other service alive. */
function wholeServices(kills: number, services: number, copies: number): number {
  let whole = Math.max(1, Math.ceil(kills / 2 / copies));
  while (whole < services && kills - whole * copies > (services - whole) * (copies - 1)) whole++;
  return Math.min(whole, services);
}
