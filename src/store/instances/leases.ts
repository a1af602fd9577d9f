import type { CheckLeases, LeasedInstance } from '../../actors/ports/leases.ts';
import type { InstanceStatus } from '../../domain/status.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import { toGap } from '../monitor/blind-ledger.ts';
import type { Partitions } from '../partition.ts';
import { wakingStatuses } from './instance-commit.ts';
import { reportedHealth } from './reported-health.ts';

const leaseDue = loadScript('lease-due');
const rearm = loadScript('rearm');

/** How many are leased at a time, so that no single call holds Redis for long. */
const atMost = 500;

/** Judging them takes milliseconds; what a worker that died had leased is due again after this. */
const leaseMs = 300;

/** The fields that judging needs, in the order in which the script is asked for them. */
const fields = [
  ...['status', 'sinceMs', 'judgedSilenceMs', 'registeredAtMs'],
  ...['serviceName', 'environment', 'intervalMs', 'registrantIntervalMs'],
  ...reportedHealth.fields,
] as const;

type Values = (string | null)[];
type Reply = [
  now: string,
  tick: string | null,
  mark: string | null,
  ids: string[],
  seen: Values,
  values: Values[],
  gaps: string[],
];

/** Leases what is due, and sets its timers again: what nearly all checks come to, many at a time. */
export function createLeases(client: RedisClient, partitions: Partitions): CheckLeases {
  return {
    async lease(partition, lateMs) {
      const keys = partitions.at(partition);
      const names = [keys.timer, keys.seen, keys.clock, keys.blind];
      const args = [lateMs, atMost, leaseMs, keys.instance(''), ...fields];
      const reply = (await leaseDue.run(client, names, args)) as Reply;
      const [now, tick, mark, ids, seen, values, gaps] = reply;
      const instances: LeasedInstance[] = [];
      const gone: string[] = [];
      for (const [i, instanceId] of ids.entries()) {
        const found = toLeased(instanceId, seen[i] ?? null, values[i] ?? []);
        if (found === null) gone.push(instanceId);
        else instances.push(found);
      }
      return {
        ...{ nowMs: Number(now), tickAtMs: Number(tick ?? 0), gaps: gaps.map(toGap) },
        ...{ untilMs: Number(mark ?? 0), instances, gone, isFull: ids.length === atMost },
      };
    },

    async rearm(partition, untilMs, rests) {
      const { timer, seen } = partitions.at(partition);
      const args: (string | number)[] = [untilMs, rests.length];
      for (const { instance } of rests) args.push(instance.instanceId);
      for (const { nextCheckAtMs } of rests) args.push(nextCheckAtMs);
      for (const [i, { instance }] of rests.entries()) {
        const { status, silentSinceMs } = instance.state;
        // Where a heartbeat is no news it only moves the deadline, and a check that comes early does no harm.
        if (wakingStatuses.includes(status)) args.push(i + 1, silentSinceMs);
      }
      const stale = (await rearm.run(client, [timer, seen], args)) as number[];
      return stale.map((position) => rests[position - 1]?.instance.instanceId ?? '');
    },
  };
}

/** Null: there is no such instance. */
function toLeased(instanceId: string, seen: string | null, values: Values): LeasedInstance | null {
  const [status, sinceMs, judgedSilenceMs, registeredAtMs, ...rest] = values;
  const [serviceName, environment, intervalMs, registrantIntervalMs, ...said] = rest;
  if (serviceName == null) return null;
  const silentSinceMs = Number(seen ?? judgedSilenceMs ?? 0);
  return {
    instanceId,
    name: { serviceName, environment: environment ?? '' },
    registrantIntervalMs: registrantIntervalMs ? Number(registrantIntervalMs) : null,
    state: {
      status: (status ?? 'Pending') as InstanceStatus,
      sinceMs: Number(sinceMs ?? 0),
      silentSinceMs,
      hasBeaten: silentSinceMs >= Number(registeredAtMs ?? 0),
      judgedSilenceMs: Number(judgedSilenceMs ?? 0),
    },
    expectedIntervalMs: Number(intervalMs ?? 0),
    health: reportedHealth.of(said),
  };
}
