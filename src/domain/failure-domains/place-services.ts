import type { LateInstance } from './late-instance.ts';

/** The services that a cause touches, by their ids. */
export interface PlacedServices {
  /** Down because of it, and every silent instance lies inside. */
  inside: string[];
  /** Silent instances lie inside, but the service is not Down. */
  weakened: string[];
  /** Down at the same time, but the cause does not explain all of it. */
  notExplained: string[];
}

/** Where a cause lies: what fell silent at the time, and what else is in the place. */
export interface CausePlace {
  silent: readonly LateInstance[];
  window: readonly LateInstance[];
  holds: (instance: LateInstance) => boolean;
}

/** Sorts the services of the late instances by how a cause explains them. */
export function servicePlacer(
  late: readonly LateInstance[],
  down: ReadonlySet<string>,
): (place: CausePlace) => PlacedServices {
  const byService = Map.groupBy(late, ({ serviceId }) => serviceId);
  return ({ silent, window, holds }) => {
    const silentSet = new Set(silent);
    const isInside = (id: string) => {
      const all = byService.get(id) ?? [];
      // One that died before, in the same place, is no reason for a message of its own; the last one decides.
      return down.has(id) && all.every(holds) && silentSet.has(lastHeard(all) as LateInstance);
    };
    const touched = [...new Set(silent.map(({ serviceId }) => serviceId))];
    const inWindow = [...new Set(window.map(({ serviceId }) => serviceId))];
    return {
      inside: touched.filter(isInside),
      weakened: touched.filter((id) => !down.has(id)),
      notExplained: inWindow.filter((id) => down.has(id) && !isInside(id)),
    };
  };
}

function lastHeard(instances: readonly LateInstance[]): LateInstance | undefined {
  return instances.reduce<LateInstance | undefined>(
    (last, one) => (last !== undefined && last.lastBeatAtMs >= one.lastBeatAtMs ? last : one),
    undefined,
  );
}
