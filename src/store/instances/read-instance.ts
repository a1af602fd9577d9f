import type { CheckView } from '../../actors/ports/instances.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import { toGap } from '../monitor/blind-ledger.ts';
import { instanceFields, toInstanceView } from './instance-record.ts';

const readCheck = loadScript('read-check');

type Reply = [
  now: string,
  tick: string | null,
  seen: string | null,
  fields: (string | null)[],
  gaps: string[],
  timer: string | null,
];

/** An instance with all that its check needs, in one atomic read; `instance` is null when there is none. */
export async function readInstance(
  client: RedisClient,
  keys: PartitionKeys,
  instanceId: string,
): Promise<CheckView> {
  const reply = await readCheck.run(
    client,
    [keys.instance(instanceId), keys.seen, keys.clock, keys.blind, keys.timer],
    [instanceId, ...instanceFields],
  );
  const [now, tick, seen, values, gaps, timer] = reply as Reply;
  return {
    nowMs: Number(now),
    instance: toInstanceView(instanceId, values, seen, Number(now), timer),
    gaps: gaps.map(toGap),
    tickAtMs: Number(tick ?? 0),
  };
}
