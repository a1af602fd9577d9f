import type { ReadMonitorHealth } from '../../actors/ports/monitor-health.ts';
import type { QuotaLimits } from '../../domain/quota.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';
import { examineMonitor } from './examine-monitor.ts';
import { createImpairments } from './impairments.ts';

/** What `doctor` sees of a running monitor, and what its self-check found. */
export function createReadMonitorHealth(
  client: RedisClient,
  partitions: Partitions,
  quotas: QuotaLimits,
): ReadMonitorHealth {
  const impairments = createImpairments(client, partitions);
  return async () => {
    const [facts, { impairment }] = await Promise.all([examineMonitor(client, quotas), impairments.read()]);
    return {
      impairment,
      facts: { ...facts, partitions: facts.partitions ?? 0, setAside: facts.aside.length },
    };
  };
}
