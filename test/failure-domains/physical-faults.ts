import { shuffle } from '../../src/simulator/fleet/random.ts';
import { between, createProcess, faultAtMs, oneOf, type Process, type World } from './world.ts';

/** What really failed in a fleet. */
export interface Truth {
  /** Each thing that failed, with every process that it contains; also those that survived. */
  failed: ReadonlySet<Process>[];
  /** What died for another reason. */
  unrelated: Set<Process>;
  isEverything?: boolean;
}

export type Where = keyof Process['place'];

export const nothingFailed = (): Truth => ({
  failed: [],
  unrelated: new Set(),
});

/** The processes of one thing; only such things that contain at least four processes of three (or more) services. */
export function chooseThing(
  world: World,
  where: Where,
  { besides = [], services = 3 }: { besides?: readonly Process[]; services?: number } = {},
): Process[] {
  const things = [...Map.groupBy(world.processes, ({ place }) => place[where]).values()];
  const fit = things.filter(
    (inside) =>
      inside.length >= 4 &&
      inside.length < world.processes.length &&
      new Set(inside.map(({ serviceId }) => serviceId)).size >= services &&
      !inside.some((process) => besides.includes(process)),
  );
  // A fleet may have none.
  return fit.length > 0 ? oneOf(world.random, fit) : (things.sort((a, b) => b.length - a.length)[0] ?? []);
}

/** They die, the first at `fromMs` and the last `spreadMs` later; a part of them survives. */
export function kill(
  world: World,
  victims: readonly Process[],
  {
    fromMs = faultAtMs,
    spreadMs = 0,
    share = 1,
  }: { fromMs?: number; spreadMs?: number; share?: number } = {},
): Process[] {
  const count = Math.max(1, Math.round(share * victims.length));
  const killed = shuffle(victims, world.random).slice(0, count);
  for (const process of killed) {
    const diesAtMs = fromMs + world.random() * spreadMs;
    process.diedAtMs = Math.min(process.diedAtMs, diesAtMs);
  }
  return killed;
}

/** Racks and zones lose their hosts one after another. */
export function killHostByHost(world: World, victims: readonly Process[], spreadMs: number): void {
  for (const onHost of Map.groupBy(victims, ({ place }) => place.host).values())
    kill(world, onHost, { fromMs: faultAtMs + world.random() * spreadMs });
}

/** A small service dies that has nothing to do with the victims. */
export function killUnrelated(world: World, victims: readonly Process[], fromMs: number): Process[] {
  const hit = new Set(victims.map(({ serviceId }) => serviceId));
  const services = [...Map.groupBy(world.processes, ({ serviceId }) => serviceId)];
  const fit = services.filter(([id, all]) => !hit.has(id) && all.length <= 3);
  if (fit.length === 0) return [];
  return kill(world, oneOf(world.random, fit)[1], { fromMs, spreadMs: 2_000 });
}

/** In the minute around the fault so many random processes die by themselves. */
export function killAtRandom(world: World, count: number): Process[] {
  const [fromMs, spreadMs] = [faultAtMs - 30_000, 60_000];
  return kill(world, shuffle(world.processes, world.random).slice(0, count), {
    fromMs,
    spreadMs,
  });
}

/** Some services get new processes, one after another; the old ones are killed without a word. */
export function rollingDeploy(world: World, services: number): void {
  const all = [...Map.groupBy(world.processes, ({ serviceId }) => serviceId).values()];
  for (const old of shuffle(all, world.random).slice(0, services)) {
    let atMs = faultAtMs - world.random() * 90_000;
    for (const process of old) {
      atMs += between(world.random, [2_000, 15_000]);
      process.diedAtMs = atMs;
      process.isReplaced = true;
      const { serviceId, place, intervalMs } = process;
      const version = `${process.version}.1`;
      const next = createProcess(
        serviceId,
        world.processes.length,
        place,
        { intervalMs, version },
        world.random,
      );
      next.startedAtMs = atMs + between(world.random, [500, 5_000]);
      next.attributes = { ...process.attributes, serviceVersion: version };
      if (next.attributes.node !== undefined) next.attributes.host = `pod-${next.instanceId}`;
      world.processes.push(next);
    }
  }
}

/** A new version of a service that needs several instances; it dies some time after its start. */
export function badVersion(world: World): Process[] {
  const services = [...Map.groupBy(world.processes, ({ serviceId }) => serviceId).values()];
  const large = services.filter((all) => all.length >= 5);
  const all = oneOf(world.random, large.length > 0 ? large : services);
  const old = between(world.random, [1, Math.max(1, Math.floor(all.length / 4))]);
  const fresh = all.slice(old);
  for (const process of all) process.attributes.serviceVersion = process.version;
  for (const process of fresh) {
    process.version = '2.0';
    process.attributes.serviceVersion = '2.0';
    process.startedAtMs = faultAtMs - between(world.random, [120_000, 600_000]);
  }
  world.minInstances.set(all[0]?.serviceId ?? '', old + 1);
  kill(world, fresh, { spreadMs: world.random() < 0.5 ? 0 : 20_000 });
  return fresh;
}
