import type { HeardFleet, HeardInstance } from '../../domain/failure-domains/count-heard.ts';
import type { NeededHeard } from '../../domain/failure-domains/needs-heard.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import { fleetRecord } from './fleet-record.ts';
import { readInstances } from './read-instances.ts';

const findNear = loadScript('find-near');

/** A fleet up to this size is read as a whole; of a larger one so many by chance. */
const sampleSize = 5_000;

/** So many of a service are read. */
const mostOfService = 2_000;

const atOnce = 500;

/** In a larger fleet, and of more hosts at once, nobody looks who is on them: then no host is named, but what contains it. */
const largestSearched = 200_000;
const mostNear = 2_000;

export interface HeardReading extends NeededHeard {
  /** Of all instances that are known. */
  sizes: readonly number[];
  lateIds: ReadonlySet<string>;
  share: number;
}

/** What the look needs of the living. */
export async function readHeard(
  client: RedisClient,
  partitions: Partitions,
  { sizes, lateIds, share, near, serviceIds }: HeardReading,
): Promise<HeardFleet> {
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const isAlive = ({ instanceId }: HeardInstance) => !lateIds.has(instanceId);
  const sampled = await Promise.all(
    partitions.all.map((keys, i) => {
      const ofAll = Math.ceil(((sizes[i] ?? 0) * sampleSize) / Math.max(size, sampleSize));
      return readSome(client, keys, size <= sampleSize ? null : ofAll);
    }),
  );
  const sample = sampled.flat();
  if (size <= sampleSize)
    return { sample: sample.filter(isAlive), weight: 1, near: [], ofServices: new Map(), share };
  const isSearched = size <= largestSearched && near.size <= mostNear;
  const found = isSearched
    ? await Promise.all(partitions.all.map((keys) => readNear(client, keys, [...near])))
    : null;
  const services = await Promise.all(
    serviceIds.map(async (id) => [id, await readService(client, partitions.of(id), id, isAlive)] as const),
  );
  return {
    sample: sample.filter(isAlive),
    weight: size / Math.max(1, sample.length),
    near: found?.flat().filter(isAlive) ?? null,
    ofServices: new Map(services),
    share,
  };
}

/** `count` null: all. */
async function readSome(
  client: RedisClient,
  keys: PartitionKeys,
  count: number | null,
): Promise<HeardInstance[]> {
  const ids =
    count === null ? await client.zrange(keys.seen, '0', '-1') : await client.zrandmember(keys.seen, count);
  return readAll(client, keys, ids);
}

async function readAll(
  client: RedisClient,
  keys: PartitionKeys,
  ids: readonly string[],
): Promise<HeardInstance[]> {
  const found: HeardInstance[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    found.push(...(await readInstances(client, keys, ids.slice(from, from + atOnce))));
  return found;
}

async function readService(
  client: RedisClient,
  keys: PartitionKeys,
  serviceId: string,
  isAlive: (one: HeardInstance) => boolean,
) {
  const key = keys.serviceInstances(serviceId);
  const [all, some] = await Promise.all([client.zcard(key), client.zrandmember(key, mostOfService)]);
  const instances = (await readAll(client, keys, some)).filter(isAlive);
  return { instances, weight: all / Math.max(1, some.length) };
}

/** Those on some hosts or nodes. Redis looks for the names in the descriptions, so that only these leave it. */
async function readNear(
  client: RedisClient,
  keys: PartitionKeys,
  near: readonly string[],
): Promise<HeardInstance[]> {
  if (near.length === 0) return [];
  const found = new Map<string, HeardInstance>();
  let cursor = '0';
  do {
    const args = [cursor, atOnce, keys.instance(''), near.length, ...near, ...fleetRecord.fields];
    const [next, some] = (await findNear.run(client, [keys.seen], args)) as [
      string,
      [id: string, seen: string, values: (string | null)[]][],
    ];
    for (const [id, seen, values] of some) {
      const one = fleetRecord.of(id, values, Number(seen));
      if (one !== null) found.set(id, one);
    }
    cursor = next;
  } while (cursor !== '0');
  return [...found.values()];
}
