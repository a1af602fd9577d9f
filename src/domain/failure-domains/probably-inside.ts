import type { FailureDomain } from './failure-domain.ts';
import { type AttributeKind, attributesOf, type LateInstance } from './late-instance.ts';

const places: readonly AttributeKind[] = ['host', 'node', 'network', 'zone', 'cluster', 'region'];

/** What lies in one place has these in common. */
const wide = ['network', 'zone', 'cluster', 'region'] as const;

/** For each kind of place the silent instances that do not say where they are. */
export type Nearby = ReadonlyMap<AttributeKind, readonly LateInstance[]>;

export function nearbyOf(window: readonly LateInstance[]): Nearby {
  const unsaid = new Map<AttributeKind, LateInstance[]>(places.map((kind) => [kind, []]));
  for (const instance of window) {
    const said = new Set(attributesOf(instance).map(({ kind }) => kind));
    for (const [kind, instances] of unsaid) if (!said.has(kind)) instances.push(instance);
  }
  return unsaid;
}

/**
 * The silent instances that do not say on which host (or in which zone, …) they are, but are near the domains by all
 * that they say. They are no reason to name anything else; nor are they counted as inside.
 */
export function probablyInside(
  domains: readonly FailureDomain[],
  rest: ReadonlySet<LateInstance>,
  nearby: Nearby,
): LateInstance[] {
  const kind = domains[0]?.attribute.kind;
  const unsaid = (kind && nearby.get(kind)) ?? [];
  if (unsaid.length === 0) return [];
  const inside = domains.flatMap(({ silent }) => silent);
  const near = wide.map((each) => ({
    kind: each,
    values: new Set(inside.map((one) => one.attributes[each])),
  }));
  const isNear = ({ attributes }: LateInstance) => {
    const said = near.filter(({ kind: each }) => attributes[each] != null);
    return said.length > 0 && said.every(({ kind: each, values }) => values.has(attributes[each]));
  };
  return unsaid.filter((instance) => rest.has(instance) && isNear(instance));
}
