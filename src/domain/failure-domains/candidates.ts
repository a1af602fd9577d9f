import { fewestSilent } from './death-windows.ts';
import { type Attribute, attributeKey, attributesOf, type LateInstance } from './late-instance.ts';

/** A attribute value that may be what the silent instances of a window have in common. */
export interface Candidate {
  attribute: Attribute;
  key: string;
  silent: readonly LateInstance[];
  /** A member that was heard after this did not die with them. */
  heardAfterMs: number;
  /** How many values the silent have; each of them may be found by chance. */
  values: number;
}

/** Every attribute value that enough silent instances have. */
export function candidatesOf(window: readonly LateInstance[]): Candidate[] {
  const byKey = new Map<string, { attribute: Attribute; silent: LateInstance[] }>();
  for (const instance of window) {
    for (const attribute of attributesOf(instance)) {
      const key = attributeKey(attribute);
      const known = byKey.get(key);
      if (known) known.silent.push(instance);
      else byKey.set(key, { attribute, silent: [instance] });
    }
  }
  return [...byKey]
    .map(([key, { attribute, silent }]) => ({
      attribute,
      key,
      silent,
      heardAfterMs: survivedAfter(silent),
      values: byKey.size,
    }))
    .filter(isEnough);
}

/**
 * Three instances of two services; a version is of one service. An environment consists of whole services, so a few that
 * depend on each other may be most of it.
 */
export function isEnough({ attribute, silent }: Pick<Candidate, 'attribute' | 'silent'>): boolean {
  if (silent.length < fewestSilent) return false;
  const services = new Set(silent.map(({ serviceId }) => serviceId)).size;
  switch (attribute.kind) {
    case 'serviceVersion':
      return true;
    case 'environment':
      return services >= 6;
    case 'host':
    case 'node':
    case 'network':
    case 'zone':
    case 'cluster':
    case 'region':
      return services >= 2;
    default:
      return attribute.kind satisfies never;
  }
}

/**
 * The upper quartile of the last heartbeats. The last of all would be too late: one instance that is late for another
 * reason would leave the living members no time in which to be heard.
 */
export function survivedAfter(silent: readonly LateInstance[]): number {
  const beats = silent.map(({ lastBeatAtMs }) => lastBeatAtMs).sort((a, b) => a - b);
  return beats[Math.floor(0.75 * (beats.length - 1))] ?? 0;
}
