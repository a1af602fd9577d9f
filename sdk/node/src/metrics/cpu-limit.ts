import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

/** How many cores this process may use: those it may run on, or the container's quota where that is less. */
export async function cpuLimit(cores = availableParallelism(), cgroup = '/sys/fs/cgroup'): Promise<number> {
  return Math.min(cores, (await quotaV2(cgroup)) ?? (await quotaV1(cgroup)) ?? cores);
}

async function quotaV2(cgroup: string): Promise<number | null> {
  const [quota, period] = (await read(`${cgroup}/cpu.max`))?.split(' ') ?? [];
  return ratio(quota, period);
}

async function quotaV1(cgroup: string): Promise<number | null> {
  const quota = await read(`${cgroup}/cpu/cpu.cfs_quota_us`);
  return ratio(quota, await read(`${cgroup}/cpu/cpu.cfs_period_us`));
}

/** Null for `max` and for -1: no quota. */
function ratio(quota: string | undefined, period: string | undefined): number | null {
  const cores = Number(quota) / Number(period);
  return cores > 0 && Number.isFinite(cores) ? cores : null;
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return undefined;
  }
}
