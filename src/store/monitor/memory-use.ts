import { setTimeout as wait } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import type { MonitorVitals } from '../../domain/impairment.ts';
import type { RedisClient } from '../client/connect.ts';

type Memory = MonitorVitals['memory'];

/** A primary of a cluster that is away is not waited for: others tell of it. */
const patienceMs = 2_000;

/** The fullest primary; null: none has a limit, or this user may not ask. */
export async function readMemoryUse(client: RedisClient): Promise<Memory> {
  const primaries = client instanceof Cluster ? client.nodes('master') : [client];
  const all = await Promise.all(primaries.map(memoryOf));
  const fullness = (memory: Memory) => (memory === null ? 0 : memory.usedBytes / memory.limitBytes);
  return all.reduce((fullest, memory) => (fullness(memory) > fullness(fullest) ? memory : fullest), null);
}

async function memoryOf(primary: Redis): Promise<Memory> {
  const late = new AbortController();
  const asked = primary.info('memory').catch(() => '');
  const info = await Promise.race([asked, wait(patienceMs, '', { signal: late.signal }).catch(() => '')]);
  late.abort();
  const numberOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limitBytes = numberOf('maxmemory');
  return limitBytes === 0 ? null : { usedBytes: numberOf('used_memory'), limitBytes };
}
