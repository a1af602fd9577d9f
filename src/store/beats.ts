import type { Beat, BeatOutcome, Beats } from '../actors/ports.ts';
import type { ServiceStatus } from '../domain/status.ts';
import type { RedisClient } from './connect.ts';
import { type InstanceFacts, InstanceFactsCache } from './instance-facts-cache.ts';
import type { Partitions } from './partition.ts';
import { loadScript } from './script.ts';

const beat = loadScript('beat');

type Part = string | number | [serviceId: string, intervalMs: string];

/** Writes heartbeats and the ingest tick: one script call however many there are. */
export function createBeats(client: RedisClient, partitions: Partitions, blindAfterMs: number): Beats {
  const cache = new InstanceFactsCache();

  function toOutcome(
    { instanceId }: Beat,
    known: InstanceFacts | null,
    parts: Part[],
    at: number,
  ): BeatOutcome {
    const [status, generation, found] = [parts[at], parts[at + 1], parts[at + 2]];
    if (status === '') {
      cache.forget(instanceId);
      return { kind: 'unknown-instance' };
    }
    const facts = Array.isArray(found) ? cache.keep(instanceId, found[0], Number(found[1])) : known;
    return {
      kind: 'received',
      serviceStatus: status as ServiceStatus,
      expectedIntervalMs: facts?.intervalMs ?? 0,
      wake: generation === '' ? null : Number(generation),
    };
  }

  return {
    async receive(partition, beats) {
      const keys = partitions.all[partition];
      if (keys === undefined) throw new Error(`there is no partition ${partition}`);
      const scriptKeys = [keys.seen, keys.timer, keys.wake, keys.clock, keys.blind, keys.statuses];
      const args: (string | number)[] = [blindAfterMs, beats.length === 0 ? 1 : 0];
      const known = beats.map(({ instanceId }) => cache.find(instanceId));
      for (const [i, { instanceId, metadata }] of beats.entries()) {
        scriptKeys.push(keys.instance(instanceId));
        args.push(instanceId, metadata === null ? '' : JSON.stringify(metadata), known[i]?.serviceId ?? '');
      }
      const reply = (await beat.run(client, scriptKeys, args)) as Part[];
      return {
        nowMs: Number(reply[0]),
        blindMs: Number(reply[1]),
        outcomes: beats.map((one, i) => toOutcome(one, known[i] ?? null, reply, 2 + 3 * i)),
      };
    },
  };
}
