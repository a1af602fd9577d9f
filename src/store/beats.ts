import type { Beat, BeatOutcome, Beats } from '../actors/ports.ts';
import type { ServiceStatus } from '../domain/status.ts';
import type { RedisClient } from './connect.ts';
import { type InstanceFacts, InstanceFactsCache } from './instance-facts-cache.ts';
import type { PartitionKeys } from './keys.ts';
import { newGeneration } from './new-generation.ts';
import type { Partitions } from './partition.ts';
import { loadScript } from './script.ts';

const beat = loadScript('beat');

type Reply = [
  now: string,
  gap: number,
  statuses: (ServiceStatus | null)[],
  unknown: number[],
  waking: number[],
];

/** Writes heartbeats and the ingest tick: one script call however many there are. */
export function createBeats(client: RedisClient, partitions: Partitions, blindAfterMs: number): Beats {
  const cache = new InstanceFactsCache();

  /** The service and the interval of each instance; those that this node has not met lately are read together. */
  async function factsOf(keys: PartitionKeys, beats: readonly Beat[]): Promise<(InstanceFacts | null)[]> {
    const facts = beats.map(({ instanceId }) => cache.find(instanceId));
    if (!facts.includes(null)) return facts;
    return Promise.all(
      beats.map(async ({ instanceId }, i) => {
        const found = facts[i];
        if (found) return found;
        const [serviceId, interval] = await client.hmget(
          keys.instance(instanceId),
          'serviceId',
          'intervalMs',
        );
        return serviceId ? cache.keep(instanceId, serviceId, Number(interval)) : null;
      }),
    );
  }

  return {
    async receive(partition, beats) {
      const keys = partitions.all[partition];
      if (keys === undefined) throw new Error(`there is no partition ${partition}`);
      const facts = await factsOf(keys, beats);
      const args: (string | number)[] = [blindAfterMs, beats.length === 0 ? 1 : 0, beats.length];
      for (const { instanceId } of beats) args.push(instanceId);
      for (const fact of facts) args.push(fact?.serviceId ?? '');
      for (const { instanceId, metadata } of beats) {
        if (metadata !== null) args.push(instanceId, metadata);
      }
      const reply = await beat.run(client, scriptKeys(keys), args);
      const [now, blindMs, statuses, unknown, waking] = reply as Reply;
      const outcomes = beats.map((_, i): BeatOutcome => {
        const expectedIntervalMs = facts[i]?.intervalMs ?? 0;
        return { kind: 'received', serviceStatus: statuses[i] ?? 'Pending', expectedIntervalMs, wake: null };
      });
      for (const position of unknown) {
        cache.forget(beats[position - 1]?.instanceId ?? '');
        outcomes[position - 1] = { kind: 'unknown-instance' };
      }
      await Promise.all(waking.map((position) => wake(keys, beats[position - 1], outcomes[position - 1])));
      return { nowMs: Number(now), blindMs, outcomes };
    },
  };

  /** Stored is stored: if the wake-up fails here, the timer is due all the same and the sweep finds it. */
  async function wake(
    keys: PartitionKeys,
    of: Beat | undefined,
    outcome: BeatOutcome | undefined,
  ): Promise<void> {
    if (of === undefined || outcome?.kind !== 'received') return;
    outcome.wake = await newGeneration(client, keys, of.instanceId).catch(() => null);
  }
}

function scriptKeys(keys: PartitionKeys): string[] {
  return [keys.seen, keys.timer, keys.wake, keys.clock, keys.blind, keys.statuses, keys.lastHeartbeats];
}
