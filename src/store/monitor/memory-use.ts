import type { Redis } from 'ioredis';
import type { MonitorVitals } from '../../domain/impairment.ts';
import { withTimeout } from '../../with-timeout.ts';
import { primariesOf, type RedisClient } from '../client/connect.ts';

type Memory = MonitorVitals['memory'];

/** A primary of a cluster that is away is not waited for: others tell of it. */
const timeoutMs = 2_000;

/** The fullest primary; null: none has a limit, or this user may not ask. */
export async function readMemoryUse(client: RedisClient): Promise<Memory> {
  const all = await Promise.all(primariesOf(client).map(memoryOf));
  const fullness = (memory: Memory) => (memory === null ? 0 : memory.usedBytes / memory.limitBytes);
  return all.reduce((fullest, memory) => (fullness(memory) > fullness(fullest) ? memory : fullest), null);
}

async function memoryOf(primary: Redis): Promise<Memory> {
  const asked = primary.info('memory').catch(() => '');
  const info = await withTimeout(asked, timeoutMs, () => '');
  const numberOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limitBytes = numberOf('maxmemory');
  return limitBytes === 0 ? null : { usedBytes: numberOf('used_memory'), limitBytes };
}
