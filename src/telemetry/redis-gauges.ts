import { Gauge, type Registry } from 'prom-client';
import type { ChannelHealth } from '../actors/ports/channel-health.ts';
import { withTimeout } from '../with-timeout.ts';
import { createChannelGauges, type MakeGauge } from './channel-gauges.ts';

/** What is read when Prometheus asks: counts by name as the store keeps them, and jobs by queue and state. */
export interface GaugeSource {
  totals(): Promise<ReadonlyMap<string, number>>;
  jobs(): Promise<Record<string, Record<string, number>>>;
  /** Everything that can be wrong with the monitor itself, and whether it is now. */
  impairment(): Promise<ReadonlyMap<string, boolean>>;
  /** How much of its living instances the key has used up that is nearest to its limit; 1: all. */
  keyQuotaUsed(): Promise<number>;
  /** How much failed again and again and is not tried any more. */
  setAside(): Promise<number>;
  /** How many maintenance windows hold messages back now. */
  maintenance(): Promise<number>;
  /** How the channels do that this node knows. */
  channels(): Promise<ChannelHealth[]>;
  /** How many there are of what is kept for a time, by kind. */
  records(): Promise<Record<string, number>>;
}

/** With one rendering that is waited for before, a scrape is answered within a second though Redis is away. */
const timeoutMs = 300;

/** Gauges of the whole cluster: every process shows the same, as Redis has it, and none while Redis does not answer. */
export function createRedisGauges(registers: Registry[], source: GaugeSource): () => Promise<void> {
  const gauge: MakeGauge = (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers });
  const up = gauge('monitor_redis_up', 'Whether Redis answered this scrape: 1 if it did.');
  const instances = gauge('monitor_instances', 'Instances by status.', ['status']);
  const services = gauge('monitor_services', 'Services by status.', ['status']);
  const impaired = gauge(
    'monitor_impaired',
    'Whether the monitor itself is impaired, by cause: 1 while it is.',
    ['cause'],
  );
  const open = gauge('monitor_incidents_open', 'Incidents that are not resolved.');
  const quota = gauge(
    'monitor_key_quota_used_ratio',
    'Living instances of the API key that is nearest to its limit, as a share of it.',
  );
  const aside = gauge(
    'monitor_set_aside',
    'Events, instances, services and messages that failed repeatedly and were quarantined.',
  );
  const maintenance = gauge('monitor_maintenance_active', 'Maintenance windows that hold messages back now.');
  const records = gauge('monitor_records', 'Records that are kept for a time.', ['kind']);
  const queued = gauge('monitor_queue_jobs', 'Jobs by queue and state.', ['queue', 'state']);

  const channels = createChannelGauges(gauge);

  async function read() {
    const [totals, jobs, impairment, quotaUsed, asideCount, recordCounts, windows, healths] =
      await Promise.all([
        source.totals(),
        source.jobs(),
        source.impairment(),
        source.keyQuotaUsed(),
        source.setAside(),
        source.records(),
        source.maintenance(),
        source.channels(),
      ]);
    return { totals, jobs, impairment, quotaUsed, asideCount, recordCounts, windows, healths };
  }

  function showRecords(counts: Record<string, number>) {
    for (const [kind, count] of Object.entries(counts)) records.set({ kind }, count);
  }

  function showJobs(jobs: Record<string, Record<string, number>>) {
    for (const [queue, states] of Object.entries(jobs)) {
      for (const [state, count] of Object.entries(states)) queued.set({ queue, state }, count);
    }
  }

  /** While Redis is away its client waits: more questions would only queue up behind. */
  let underWay: ReturnType<typeof readOrNothing> | null = null;
  async function readOrNothing() {
    try {
      return await read();
    } catch {
      return null;
    } finally {
      underWay = null;
    }
  }

  return async function refresh() {
    underWay ??= readOrNothing();
    const found = await withTimeout(underWay, timeoutMs, () => null);
    for (const each of [instances, services, impaired, queued, records]) each.reset();
    for (const each of [open, quota, aside, maintenance]) each.remove();
    up.set(found === null ? 0 : 1);
    channels.show(found === null ? [] : found.healths);
    if (found === null) return;
    for (const [name, count] of found.totals) {
      const [what, status = ''] = name.split(':');
      if (what === 'instance') instances.set({ status }, count);
      if (what === 'service') services.set({ status }, count);
    }
    quota.set(found.quotaUsed);
    aside.set(found.asideCount);
    maintenance.set(found.windows);
    showRecords(found.recordCounts);
    open.set(found.totals.get('incidents:open') ?? 0);
    for (const [cause, isActive] of found.impairment) impaired.set({ cause }, isActive ? 1 : 0);
    showJobs(found.jobs);
  };
}
