import type { Beat, BeatOutcome, Beats } from '../../actors/ports/heartbeats.ts';
import { hearHealth } from '../../domain/health.ts';
import type { RulesOf } from '../../domain/policy.ts';
import type { ServiceStatus } from '../../domain/status.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import { ids } from '../ids.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import { instanceChanges } from './instance-changes.ts';
import { type InstanceFacts, InstanceFactsCache } from './instance-facts-cache.ts';
import { reportedHealth } from './reported-health.ts';

const beat = loadScript('beat');
const readClock = loadScript('read-clock');

type Reply = [
  now: string,
  gap: number,
  statuses: (ServiceStatus | null)[],
  unknown: number[],
  waking: number[],
  newestChange: string,
];

/** In all partitions together; some 300 B each. */
const mostFacts = 1_000_000;

/**
 * Writes heartbeats and the ingest tick: one script call however many there are. What an instance is told is what it
 * is judged by: the reply names the newest change of an instance, and what changed since is read again before the answer.
 */
export function createBeats(
  client: RedisClient,
  partitions: Partitions,
  blindAfterMs: () => number,
  rulesOf: RulesOf,
): Beats & {
  /** For when others apply: what is known of an instance was found by the rules of before. */
  forgetRules(): void;
} {
  const caches = partitions.all.map(() => new InstanceFactsCache(mostFacts / partitions.all.length));

  /** The service and the interval of each instance; those that this node has not met lately are read together. */
  async function factsOf(
    cache: InstanceFactsCache,
    keys: PartitionKeys,
    beats: readonly Beat[],
  ): Promise<(InstanceFacts | null)[]> {
    const facts = beats.map(({ instanceId }) => cache.find(instanceId));
    if (!facts.includes(null)) return facts;
    return Promise.all(
      beats.map(async ({ instanceId }, i) => {
        const found = facts[i];
        if (found) return found;
        const [serviceId, serviceName, environment, promised, ...said] = await client.hmget(
          keys.instance(instanceId),
          ...(['serviceId', 'serviceName', 'environment', 'registrantIntervalMs'] as const),
          ...reportedHealth.fields,
        );
        if (serviceName == null) return null;
        const name = { serviceName, environment: environment ?? '' };
        const { timing, unhealthyBeats } = rulesOf(name, promised ? Number(promised) : undefined);
        return cache.keep(instanceId, {
          serviceId: serviceId ?? ids.serviceId(name.serviceName, name.environment),
          expectedIntervalMs: timing.intervalMs,
          ...{ health: reportedHealth.of(said), unhealthyBeats },
        });
      }),
    );
  }

  /** Forgets what changed up to `newest`. */
  async function catchUp(cache: InstanceFactsCache, keys: PartitionKeys, newest: string): Promise<void> {
    const { knownChange } = cache;
    const changed = knownChange === null ? null : await instanceChanges.after(client, keys, knownChange);
    if (changed === null) cache.forgetAll();
    else for (const instanceId of changed) cache.forget(instanceId);
    cache.knownChange = newest;
  }

  return {
    forgetRules() {
      for (const cache of caches) cache.forgetAll();
    },

    async now(partition) {
      return Number(await readClock.run(client, [partitions.at(partition).clock], []));
    },

    async receive(partition, beats, tickSentAtMs) {
      const keys = partitions.at(partition);
      const cache = caches[partition] as InstanceFactsCache;
      let facts = await factsOf(cache, keys, beats);
      const args: (string | number)[] = [blindAfterMs(), tickSentAtMs ?? '', beats.length];
      for (const { instanceId } of beats) args.push(instanceId);
      for (const fact of facts) args.push(fact?.serviceId ?? '');
      for (const { instanceId, metadata } of beats) {
        if (metadata !== null) args.push(instanceId, metadata);
      }
      const reply = await beat.run(client, scriptKeys(keys), args);
      const [now, blindMs, statuses, unknown, waking, newestChange] = reply as Reply;
      const nowMs = Number(now);
      if (beats.length > 0 && newestChange !== cache.knownChange) {
        await catchUp(cache, keys, newestChange);
        facts = await factsOf(cache, keys, beats);
      }
      const news = new Set(waking);
      const outcomes = beats.map(({ health }, i): BeatOutcome => {
        const isNews = news.has(i + 1);
        const fact = facts[i];
        const serviceStatus = statuses[i] ?? 'Pending';
        const expectedIntervalMs = fact?.expectedIntervalMs ?? 0;
        if (health == null) return { kind: 'received', serviceStatus, expectedIntervalMs, isNews };
        const isNewHealth =
          hearHealth(fact?.health ?? null, health, nowMs, fact?.unhealthyBeats ?? null) !== null;
        return { kind: 'received', serviceStatus, expectedIntervalMs, isNews, isNewHealth };
      });
      for (const position of unknown) {
        cache.forget(beats[position - 1]?.instanceId ?? '');
        outcomes[position - 1] = { kind: 'unknown-instance' };
      }
      return { nowMs, blindMs, outcomes };
    },
  };
}

function scriptKeys(keys: PartitionKeys): string[] {
  const { seen, timer, wake, clock, blind, statuses, lastHeartbeats, changes } = keys;
  return [seen, timer, wake, clock, blind, statuses, lastHeartbeats, changes];
}
