import type { ReadMonitorHealth } from '../../actors/ports/monitor-health.ts';
import type { QuotaLimits } from '../../domain/quota.ts';
import type { RedisClient } from '../client/connect.ts';
import { examineMonitor } from './examine-monitor.ts';

/** What `doctor` sees of a running monitor. */
export function createReadMonitorHealth(client: RedisClient, quotas: QuotaLimits): ReadMonitorHealth {
  return async () => {
    const { impairment, ...facts } = await examineMonitor(client, quotas);
    return {
      impairment,
      facts: { ...facts, partitions: facts.partitions ?? 0, setAside: facts.aside.length },
    };
  };
}
