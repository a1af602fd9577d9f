import type { BeatOutcome, Beats } from '../actors/ports.ts';
import type { ServiceStatus } from '../domain/status.ts';
import type { RedisClient } from './connect.ts';
import type { Partitions } from './partition.ts';
import { loadScript } from './script.ts';

const beat = loadScript('beat');

/** Writes heartbeats and the ingest tick: one script call however many there are. */
export function createBeats(client: RedisClient, partitions: Partitions, blindAfterMs: number): Beats {
  return {
    async receive(partition, beats) {
      const keys = partitions.all[partition];
      if (keys === undefined) throw new Error(`there is no partition ${partition}`);
      const scriptKeys = [keys.seen, keys.timer, keys.wake, keys.clock, keys.blind, keys.statuses];
      const args: (string | number)[] = [blindAfterMs, beats.length === 0 ? 1 : 0];
      for (const { instanceId, metadata } of beats) {
        scriptKeys.push(keys.instance(instanceId));
        args.push(instanceId, metadata === null ? '' : JSON.stringify(metadata));
      }
      const reply = (await beat.run(client, scriptKeys, args)) as (string | number)[];
      return {
        nowMs: Number(reply[0]),
        blindMs: Number(reply[1]),
        outcomes: beats.map((_, i) => toOutcome(reply, 2 + 3 * i)),
      };
    },
  };
}

function toOutcome(reply: (string | number)[], at: number): BeatOutcome {
  if (reply[at] === '') return { kind: 'unknown-instance' };
  return {
    kind: 'received',
    serviceStatus: reply[at] as ServiceStatus,
    expectedIntervalMs: Number(reply[at + 1]),
    wake: reply[at + 2] === '' ? null : Number(reply[at + 2]),
  };
}
