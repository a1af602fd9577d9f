import type { AttributeKind } from '../../src/domain/failure-domains/late-instance.ts';
import type { Random } from '../../src/simulator/fleet/random.ts';

/** One process of the pretended fleet: where it really runs, what it says of itself, and how it sends heartbeats. */
export interface Process {
  instanceId: string;
  serviceId: string;
  /** Where it really runs; `rack` is never an attribute. */
  place: Record<'host' | 'rack' | 'zone' | 'region' | 'cluster' | 'network' | 'environment', string>;
  version: string;
  /** What it registered with; it may be missing or wrong. */
  attributes: Partial<Record<AttributeKind, string>>;
  intervalMs: number;
  graceMs: number;
  downAfterMs: number;
  startedAtMs: number;
  /** Whether one of them is missing or wrong. */
  hasBadAttributes: boolean;
  /** Of its random numbers. */
  seed: number;
  /** The part of its heartbeats that is lost, and how late the others may come. */
  lossShare: number;
  delayMs: number;
  diedAtMs: number;
  /** Another process took its place: it is Replaced, not Down. */
  isReplaced: boolean;
}

export interface WorldShape {
  hosts: [fewest: number, most: number];
  zones: [fewest: number, most: number];
  perHost: [fewest: number, most: number];
  isKubernetes: boolean | 'either';
  /** Whether every attribute is known, or some of the wide ones may not be. */
  knowsAll: boolean;
  /** Whether a network is a rack or a zone. */
  network: 'rack' | 'zone' | 'either';
  intervalsMs: readonly number[];
  missingShare: number;
  wrongShare: number;
}

export interface World {
  processes: Process[];
  /** With fewer living instances a service is Down; absent: one. */
  minInstances: Map<string, number>;
  random: Random;
}

export const usualShape: WorldShape = {
  hosts: [8, 48],
  zones: [2, 4],
  perHost: [5, 15],
  isKubernetes: 'either',
  knowsAll: false,
  network: 'either',
  intervalsMs: [30_000],
  missingShare: 0,
  wrongShare: 0,
};

/** When the fault of a fleet happens. */
export const faultAtMs = 100_000_000;

export const between = (random: Random, [fewest, most]: [number, number]): number =>
  fewest + Math.floor(random() * (most - fewest + 1));

export function oneOf<T>(random: Random, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

/** Hosts in racks in zones, and services on them as schedulers and people place them. */
export function buildWorld(shape: WorldShape, random: Random): World {
  const places = buildPlaces(shape, random);
  const isKubernetes = shape.isKubernetes === 'either' ? random() < 0.5 : shape.isKubernetes;
  const isKnown = () => shape.knowsAll || random() < 0.7;
  const knows = { cluster: isKnown(), region: isKnown(), version: isKnown() };
  const wanted = places.length * between(random, shape.perHost);
  const processes: Process[] = [];
  for (let service = 0; processes.length < wanted; service++) {
    const replicas = random() < 0.6 ? between(random, [1, 2]) : between(random, [3, 8]);
    const environment = random() < 0.8 ? 'production' : 'staging';
    const intervalMs = oneOf(random, shape.intervalsMs);
    const isSpread = random() < 0.75;
    const first = Math.floor(random() * places.length);
    const version = `1.${between(random, [0, 9])}`;
    for (let replica = 0; replica < replicas; replica++) {
      const at = isSpread ? Math.floor(random() * places.length) : first;
      const place = { ...(places[at] as Place), environment };
      const process = createProcess(`s${service}`, processes.length, place, { intervalMs, version }, random);
      process.attributes = attributesFor(process, { isKubernetes, ...knows });
      processes.push(process);
    }
  }
  for (const process of processes) spoilAttributes(process, processes, shape, random);
  return { processes, minInstances: new Map(), random };
}

type Place = Omit<Process['place'], 'environment'>;

function buildPlaces(shape: WorldShape, random: Random): Place[] {
  const zones = between(random, shape.zones);
  const hosts = Math.max(between(random, shape.hosts), 2 * zones);
  const isRackNetwork = shape.network === 'either' ? random() < 0.5 : shape.network === 'rack';
  const clusters = between(random, [2, 4]);
  const racksPerZone = between(random, [2, 4]);
  return Array.from({ length: hosts }, (_, host) => {
    const zone = host % zones;
    const rack = `z${zone}-r${Math.floor(host / zones) % racksPerZone}`;
    return {
      host: `h${host}`,
      rack,
      zone: `z${zone}`,
      region: zone < zones / 2 ? 'east' : 'west',
      cluster: `c${Math.floor(random() * clusters)}`,
      network: isRackNetwork ? `10.${rack}` : `10.z${zone}`,
    };
  });
}

export function createProcess(
  serviceId: string,
  number: number,
  place: Process['place'],
  { intervalMs, version }: { intervalMs: number; version: string },
  random: Random,
): Process {
  const graceMs = Math.max(250, Math.round(intervalMs * 0.2));
  return {
    instanceId: `i${number}`,
    serviceId,
    place,
    version,
    attributes: {},
    hasBadAttributes: false,
    intervalMs,
    graceMs,
    downAfterMs: Math.max(120_000, 3 * intervalMs + graceMs),
    startedAtMs: faultAtMs - 7_200_000 - Math.floor(random() * 3_600_000),
    seed: Math.floor(random() * 2 ** 32),
    lossShare: random() < 0.02 ? 0.05 : 0.001,
    delayMs: 100,
    diedAtMs: Number.POSITIVE_INFINITY,
    isReplaced: false,
  };
}

interface Knowledge {
  isKubernetes: boolean;
  cluster: boolean;
  region: boolean;
  version: boolean;
}

/** In Kubernetes the hostname is the pod's, and the machine is the node. */
export function attributesFor(
  { place, instanceId, version }: Process,
  knows: Knowledge,
): Process['attributes'] {
  const { host, zone, region, cluster, network, environment } = place;
  return {
    ...(knows.isKubernetes ? { host: `pod-${instanceId}`, node: host } : { host }),
    ...(knows.cluster ? { cluster } : {}),
    ...(knows.region ? { region } : {}),
    ...(knows.version ? { serviceVersion: version } : {}),
    ...{ zone, network, environment },
  };
}

/** Some attributes were never set; others were copied from somewhere else. What the API saw itself is right. */
function spoilAttributes(process: Process, all: readonly Process[], shape: WorldShape, random: Random): void {
  for (const kind of ['host', 'node', 'zone', 'cluster', 'region'] as const) {
    if (process.attributes[kind] === undefined) continue;
    const before = process.attributes[kind];
    if (random() < shape.missingShare) delete process.attributes[kind];
    else if (random() < shape.wrongShare) {
      const copied = oneOf(random, all).attributes[kind];
      const template = oneOf(random, ['localhost', 'changeme']);
      process.attributes[kind] = copied == null || random() < 0.5 ? template : copied;
    }
    process.hasBadAttributes ||= process.attributes[kind] !== before;
  }
}
