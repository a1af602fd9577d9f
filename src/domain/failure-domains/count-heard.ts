import type { HeardMembers } from './heard-members.ts';
import { attributeKey, attributesOf, type LateInstance } from './late-instance.ts';

/** An instance that is alive. */
export type HeardInstance = Pick<LateInstance, 'instanceId' | 'serviceId' | 'attributes' | 'lastBeatAtMs'>;

/** What was read of the living instances of a fleet. */
export interface HeardFleet {
  /** All of them, or some by chance. */
  sample: readonly HeardInstance[];
  /** For how many instances one of the sample stands; 1: for itself. */
  weight: number;
  /** Of a sample also: all that are on the hosts and nodes that are asked for; null: nobody looked who is; */
  near: readonly HeardInstance[] | null;
  /** and some of the services that are asked for, with the number of instances that each stands for. */
  ofServices: ReadonlyMap<string, { instances: readonly HeardInstance[]; weight: number }>;
  /** Of the late instances a look may have read a part, to which all numbers are reduced. */
  share: number;
}

/**
 * Counts the living in what was read. Where a sample stands for more than itself, few in it may be many: then the number
 * is the highest that is likely, so that nothing is named because a sample missed who is alive.
 */
export function countHeard({ sample, weight, near, ofServices, share }: HeardFleet): HeardMembers {
  const isSample = weight > 1;
  const [all, byKey, nearByKey] = [timesOf(sample), timesByKey(sample), near && timesByKey(near)];
  const ofService = isSample
    ? new Map([...ofServices].map(([id, { instances }]) => [id, timesOf(instances)]))
    : timesBy(sample, ({ serviceId }) => [serviceId]);
  const versions = timesByKey([...ofServices.values()].flatMap(({ instances }) => instances));
  const inFleet = (afterMs: number) => countAfter(all, afterMs) * weight * share;
  const serviceWeight = (id: string) => (isSample ? (ofServices.get(id)?.weight ?? 1) : 1);
  return {
    inFleet,
    inService: (id, afterMs) => countAfter(ofService.get(id), afterMs) * serviceWeight(id) * share,
    in(attribute, afterMs) {
      const key = attributeKey(attribute);
      const { kind, serviceId } = attribute;
      if (!isSample) return countAfter(byKey.get(key), afterMs) * share;
      if (kind === 'host' || kind === 'node')
        return nearByKey === null
          ? Number.POSITIVE_INFINITY
          : countAfter(nearByKey.get(key), afterMs) * share;
      if (serviceId !== null)
        return countAfter(versions.get(key), afterMs) * serviceWeight(serviceId) * share;
      const found = countAfter(byKey.get(key), afterMs);
      const likely = (found + 2 * Math.sqrt(found) + 3) * weight * share;
      return Math.min(likely, inFleet(afterMs));
    },
    zones: [...new Set(sample.flatMap(({ attributes: { zone } }) => (zone == null ? [] : [zone])))],
  };
}

function timesOf(instances: readonly HeardInstance[]): number[] {
  return instances.map(({ lastBeatAtMs }) => lastBeatAtMs).sort((a, b) => a - b);
}

function timesByKey(instances: readonly HeardInstance[]): Map<string, number[]> {
  return timesBy(instances, (one) =>
    attributesOf({ ...one, intervalMs: 0, graceMs: 0, gaps: [] }).map(attributeKey),
  );
}

function timesBy(
  instances: readonly HeardInstance[],
  keysOf: (instance: HeardInstance) => string[],
): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const one of instances) {
    for (const key of keysOf(one)) {
      const known = times.get(key);
      if (known) known.push(one.lastBeatAtMs);
      else times.set(key, [one.lastBeatAtMs]);
    }
  }
  for (const each of times.values()) each.sort((a, b) => a - b);
  return times;
}

/** How many of the sorted times are later. */
function countAfter(timesMs: readonly number[] | undefined, afterMs: number): number {
  if (timesMs === undefined) return 0;
  let [from, to] = [0, timesMs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((timesMs[middle] ?? 0) > afterMs) to = middle;
    else from = middle + 1;
  }
  return timesMs.length - from;
}
