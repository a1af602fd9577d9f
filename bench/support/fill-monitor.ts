import type { ChainableCommander, Redis } from 'ioredis';
import type { InstanceDescription } from '../../src/actors/ports/instances.ts';
import type { HistoryEntry } from '../../src/domain/history/times-of-days.ts';
import { historyText } from '../../src/store/history/history-text.ts';
import { ids } from '../../src/store/ids.ts';
import { descriptionFields } from '../../src/store/instances/instance-record.ts';
import { partitionKeys } from '../../src/store/keys.ts';

/** The only partition of a bench. */
const keys = partitionKeys(0);

/** One service and its instances. */
export interface FilledService {
  serviceName: string;
  environment: string;
  instances: number;
  /** Of the instance that sorts last, and of the service; all others are Healthy. */
  lastStatus?: 'Down' | 'Degraded';
  /** Of each instance's last heartbeat, as JSON; absent: the usual. */
  metadata?: string;
  /** The number of its first host; absent: 0. */
  firstHost?: number;
  /** How often they beat, and when each did last, by the number of its host; absent: now, and their checks are due in a year. */
  beating?: { intervalMs: number; seenMsOf(host: number): number };
  /** Whether no instance is a newcomer any more: then all have the same place in the list but for their ids. */
  isOld?: boolean;
}

/** Twelve keys, as a fleet sends them. */
const usualMetadata =
  '{"timestamp":"2026-01-01T00:00:00.000Z","cpu_percent":12.5,"memory_mb":256.4,"total_memory_mb":2048,"disk_usage_percent":41.2,"thread_count":24,"requests_per_minute":420,"active_connections":12,"region":"eu-central-1","zone":"a","build":"4711","queue_depth":3}';

const commandsAtOnce = 5_000;

const yearMs = 365 * 86_400_000;

/**
 * Writes services and instances as the monitor leaves them when they beat, without a registration for each, which would
 * take a million ten minutes. Calls `onInstance` with the id of each.
 */
export async function fillServices(
  client: Redis,
  services: Iterable<FilledService>,
  nowMs: number,
  onInstance: (instanceId: string) => void = () => undefined,
): Promise<void> {
  const writer = batches(client);
  const totals = new Map<string, number>();
  const count = (name: string, by = 1) => totals.set(name, (totals.get(name) ?? 0) + by);
  for (const service of services) {
    const { serviceName, environment, instances, lastStatus = 'Healthy' } = service;
    const serviceId = ids.serviceId(serviceName, environment);
    const members = membersOf(serviceId, service, nowMs);
    const last = members.at(-1);
    for (const member of members) {
      const status = member === last ? lastStatus : 'Healthy';
      count(`instance:${status}`);
      onInstance(member.instanceId);
      writeInstance(writer.pipe(), { ...member, serviceId, status, service, nowMs });
      await writer.sent();
    }
    const history: HistoryEntry[] = [
      { atMs: nowMs, status: 'Pending' },
      { atMs: nowMs, status: lastStatus },
    ];
    const down = lastStatus === 'Healthy' ? [] : [lastStatus, 1];
    const healthy = instances - down.length / 2;
    writer
      .pipe()
      .hset(keys.service(serviceId), {
        ...{ serviceName, environment, createdAtMs: nowMs, status: lastStatus, sinceMs: nowMs, revision: 1 },
        ...{ Pending: 0, Healthy: healthy, registrantIntervalMs: '' },
        ...(lastStatus === 'Healthy' ? {} : { [lastStatus]: 1 }),
      })
      .zadd(keys.serviceIndex, 0, [serviceName, environment, serviceId].join('\0'))
      .hset(keys.statuses, serviceId, lastStatus)
      .rpush(keys.history(serviceId), ...history.map(historyText.ofEntry));
    count(`service:${lastStatus}`);
    await writer.sent();
  }
  for (const [name, by] of totals) writer.pipe().hincrby(keys.totals, name, by);
  await writer.end();
}

interface Member {
  instanceId: string;
  instanceKey: string;
  /** Its place among the instances of its service. */
  registeredAtMs: number;
  seenMs: number;
}

/** In an order in which the last one is also the last of the list. */
function membersOf(serviceId: string, service: FilledService, nowMs: number): Member[] {
  const { instances, firstHost = 0, isOld, beating } = service;
  const members = Array.from({ length: instances }, (_, n): Member => {
    const instanceKey = `host-${firstHost + n}:8080`;
    const instanceId = ids.instanceId(serviceId, instanceKey);
    const seenMs = beating?.seenMsOf(firstHost + n) ?? nowMs;
    return { instanceId, instanceKey, registeredAtMs: isOld ? 0 : nowMs - n, seenMs };
  });
  if (isOld) members.sort((a, b) => (a.instanceId < b.instanceId ? -1 : 1));
  return members;
}

function writeInstance(
  pipe: ChainableCommander,
  one: Member & { serviceId: string; status: string; service: FilledService; nowMs: number },
): void {
  const { instanceId, instanceKey, registeredAtMs, seenMs, serviceId, status, service, nowMs } = one;
  const intervalMs = service.beating?.intervalMs ?? yearMs;
  const promisedMs = service.beating?.intervalMs ?? 60_000;
  const description: InstanceDescription = {
    ...{ serviceName: service.serviceName, environment: service.environment, instanceKey },
    ...{
      version: null,
      hostname: instanceKey.split(':')[0] ?? null,
      port: 8080,
      url: null,
      processId: null,
      network: null,
    },
    ...{ metadata: null, registrantIntervalMs: promisedMs, apiKeyId: 'benchkey' },
  };
  // Who is Down is no newcomer.
  const place = status === 'Healthy' ? registeredAtMs : 0;
  pipe
    .hset(keys.instance(instanceId), {
      ...said(descriptionFields(description)),
      ...{ registeredAtMs: nowMs - intervalMs, revision: nowMs + 1 },
      ...{ intervalMs: promisedMs, status, sinceMs: nowMs, judgedSilenceMs: seenMs },
    })
    .zadd(keys.seen, seenMs, instanceId)
    // At the deadline: the interval and the grace.
    .zadd(keys.timer, seenMs + Math.round(1.2 * intervalMs), instanceId)
    .zadd(keys.serviceInstances(serviceId), place, instanceId)
    .hset(keys.lastHeartbeats, instanceId, service.metadata ?? usualMetadata);
}

/** As a registration writes them: a field without a value is not kept. */
function said(fields: Record<string, string | number | null>): Record<string, string | number> {
  const kept = Object.entries(fields).filter(
    (field): field is [string, string | number] => field[1] !== null,
  );
  return Object.fromEntries(kept);
}

/** Collects commands, and sends them some thousand at a time. */
export function batches(client: Redis): {
  pipe(): ChainableCommander;
  /** Sends what there is, when it is enough. */
  sent(): Promise<void>;
  end(): Promise<void>;
} {
  let pipeline = client.pipeline();
  async function flush(): Promise<void> {
    const full = pipeline;
    pipeline = client.pipeline();
    const replies = (await full.exec()) ?? [];
    const failed = replies.find(([error]) => error !== null);
    if (failed?.[0]) throw failed[0];
  }
  return {
    pipe: () => pipeline,
    async sent() {
      if (pipeline.length >= commandsAtOnce) await flush();
    },
    end: flush,
  };
}
