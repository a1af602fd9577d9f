import { candidatesOf } from './candidates.ts';
import { deathWindows } from './death-windows.ts';
import type { LateInstance } from './late-instance.ts';

/** What must be read of the living to find what the late have in common. */
export interface NeededHeard {
  /** Hosts and nodes that enough of the late are on. */
  near: ReadonlySet<string>;
  /** The services of those that fell silent together. */
  serviceIds: readonly string[];
}

/** Null: nothing, as there is no cause that the late could have in common. Most outages are of one service. */
export function needsHeard(late: readonly LateInstance[], fleetSize: number): NeededHeard | null {
  const windows = deathWindows(late);
  const candidates = windows.flatMap(candidatesOf);
  // Everything at once is half of the fleet, whatever its instances say of themselves.
  const isMuch = windows.some((window) => 2 * window.length >= fleetSize);
  if (candidates.length === 0 && !isMuch) return null;
  const near = candidates.flatMap(({ attribute: { kind, value } }) =>
    kind === 'host' || kind === 'node' ? [value] : [],
  );
  const silent = candidates.flatMap((candidate) => candidate.silent);
  return { near: new Set(near), serviceIds: [...new Set(silent.map(({ serviceId }) => serviceId))] };
}
