import { readdirSync, readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import type { Stage } from './open-stage.ts';

/** What the monitor takes at one moment. */
export interface Footprint {
  /** Redis keys by kind: the key with its ids left out, such as `{m0}:i:*`. */
  keys: Map<string, number>;
  /** Connections that Redis serves. */
  connections: number;
  /** What Redis uses without records of what happened and its streams, which are trimmed by age. */
  redisBytes: number;
  /** Open descriptors and resident memory of all nodes together. */
  descriptors: number;
  nodeBytes: number;
}

const pageBytes = 4096;
const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Whether a key, or a kind of keys, records what happened: an incident, a message. They are meant to stay. */
export function isRecord(key: string): boolean {
  return /:(incident|in|n):/.test(key);
}

export async function footprintOf({ apis, workers, redis }: Stage): Promise<Footprint> {
  const client = redis.single?.client;
  if (client === undefined) throw new Error('the footprint needs a Redis of its own');
  const pids = [...apis, ...workers].flatMap(({ pid }) => pid ?? []);
  const info = await client.info();
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const { kinds, recordBytes } = await walkKeys(client);
  return {
    keys: kinds,
    connections: figure('connected_clients'),
    redisBytes: figure('used_memory') - recordBytes,
    descriptors: sum(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    nodeBytes: sum(
      pids.map((pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes),
    ),
  };
}

async function walkKeys(client: Redis): Promise<{ kinds: Map<string, number>; recordBytes: number }> {
  const kinds = new Map<string, number>();
  let recordBytes = 0;
  for await (const page of client.scanStream({ count: 1_000 })) {
    for (const key of new Set(page as string[])) {
      const kind = key.replace(id, '*').replace(/\d{2,}|-\d+/g, '#');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (key.endsWith('events') || isRecord(key)) recordBytes += (await client.memory('USAGE', key)) ?? 0;
    }
  }
  return { kinds, recordBytes };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
