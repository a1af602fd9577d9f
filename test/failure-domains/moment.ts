import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { HeardMembers } from '../../src/domain/failure-domains/heard-members.ts';
import {
  type Attribute,
  attributeKey,
  attributesOf,
  type LateInstance,
} from '../../src/domain/failure-domains/late-instance.ts';
import { downAt, isLate, lastBeatAt } from './heartbeats.ts';
import type { Process, World } from './world.ts';

/** What the monitor knows of a fleet at one moment. */
export interface Moment {
  late: LateInstance[];
  down: Set<string>;
  heard: HeardMembers;
}

const known = new WeakMap<Process, string[]>();

/** The keys of what a process says of itself; it says the same at every moment. */
function keysOf(process: Process): string[] {
  const keys = known.get(process) ?? attributesOf(asLate(process, 0, [])).map(attributeKey);
  known.set(process, keys);
  return keys;
}

/** How many of the sorted times are later. */
function after(timesMs: readonly number[] | undefined, afterMs: number): number {
  if (timesMs === undefined) throw new Error('the rules ask for something that no late instance has');
  let [from, to] = [0, timesMs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((timesMs[middle] ?? 0) > afterMs) to = middle;
    else from = middle + 1;
  }
  return timesMs.length - from;
}

export function momentOf(world: World, gaps: readonly BlindGap[], atMs: number, down: Set<string>): Moment {
  const late: LateInstance[] = [];
  const onTime: { process: Process; lastMs: number }[] = [];
  for (const process of world.processes) {
    if (process.startedAtMs > atMs) continue;
    const lastMs = lastBeatAt(process, atMs, gaps);
    if (!isLate(process, lastMs, atMs, gaps)) onTime.push({ process, lastMs });
    else if (!process.isReplaced || downAt(process, lastMs, gaps) > atMs)
      late.push(asLate(process, lastMs, gaps));
  }
  return { late, down, heard: heardOf(late, onTime, world) };
}

function asLate(process: Process, lastBeatAtMs: number, gaps: readonly BlindGap[]): LateInstance {
  const { instanceId, serviceId, attributes, intervalMs, graceMs } = process;
  return {
    instanceId,
    serviceId,
    attributes,
    lastBeatAtMs,
    intervalMs,
    graceMs,
    gaps,
  };
}

function heardOf(
  late: readonly LateInstance[],
  onTime: readonly { process: Process; lastMs: number }[],
  world: World,
): HeardMembers {
  const zones = [...new Set(world.processes.flatMap(({ attributes }) => attributes.zone ?? []))];
  const asked = zones.map((value): Attribute => ({ kind: 'zone', value, serviceId: null }));
  const beats = new Map(
    [...late.flatMap(attributesOf), ...asked].map((attribute) => [attributeKey(attribute), [] as number[]]),
  );
  const services = new Map<string, number[]>(late.map(({ serviceId }) => [serviceId, []]));
  for (const { process, lastMs } of onTime) {
    services.get(process.serviceId)?.push(lastMs);
    for (const key of keysOf(process)) beats.get(key)?.push(lastMs);
  }
  const fleet = onTime.map(({ lastMs }) => lastMs);
  for (const times of [...beats.values(), ...services.values(), fleet]) times.sort((a, b) => a - b);
  return {
    zones,
    in: (attribute, afterMs) => after(beats.get(attributeKey(attribute)), afterMs),
    inService: (serviceId, afterMs) => after(services.get(serviceId), afterMs),
    inFleet: (afterMs) => after(fleet, afterMs),
  };
}
