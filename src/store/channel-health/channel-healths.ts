import type { ChannelHealth, ChannelHealths, ChannelProof } from '../../actors/ports/channel-health.ts';
import type { ConfiguredChannel } from '../../actors/ports/circuits.ts';
import { type Circuit, circuit } from '../../domain/telling/circuit.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import { circuitField } from './circuit-field.ts';
import { type RetriedMessages, readRetried } from './retried-messages.ts';

const noneRetried: RetriedMessages = { count: 0, nextAtMs: null };

/** What one partition has of a channel. */
interface Part {
  facts: Record<string, string>;
  waiting: ChannelHealth['waiting'];
  retried: RetriedMessages;
}

/** How the channels do, over all partitions: the latest of each fact counts. */
export function createChannelHealths(client: RedisClient, partitions: Partitions): ChannelHealths {
  async function waitingIn(keys: PartitionKeys, channelId: string): Promise<Part['waiting']> {
    const key = keys.waiting(channelId);
    const [count, [, oldest]] = await Promise.all([
      client.zcard(key),
      client.zrange(key, '0', '0', 'WITHSCORES'),
    ]);
    return { count, sinceMs: oldest === undefined ? null : Number(oldest) };
  }

  /** Only a channel whose last attempt failed has any. */
  async function partOf(
    keys: PartitionKeys,
    facts: Record<string, string>,
    channelId: string,
  ): Promise<Part> {
    const isFailing = facts[`failing:${channelId}`] !== undefined;
    const [waiting, retried] = await Promise.all([
      waitingIn(keys, channelId),
      isFailing ? readRetried(client, keys, channelId) : noneRetried,
    ]);
    return { facts, waiting, retried };
  }

  return {
    async read(channels) {
      const [facts, circuits] = await Promise.all([
        Promise.all(partitions.all.map((keys) => client.hgetall(keys.channels))),
        client.hgetall(partitions.at(0).circuits),
      ]);
      return Promise.all(
        channels.map(async (channel) => {
          const { channelId } = channel;
          const parts = partitions.all.map((keys, at) => partOf(keys, facts[at] ?? {}, channelId));
          return toHealth(channel, await Promise.all(parts), circuits[circuitField(channel)]);
        }),
      );
    },
  };
}

function toHealth(
  { channelId }: ConfiguredChannel,
  parts: Part[],
  circuitText: string | undefined,
): ChannelHealth {
  const all = (fact: string) => parts.flatMap(({ facts }) => facts[`${fact}:${channelId}`] ?? []);
  const latest = (fact: string) => {
    const times = all(fact).map(Number);
    return times.length === 0 ? null : Math.max(...times);
  };
  const lastSentAtMs = latest('sent');
  const sentLast = parts.find(({ facts }) => Number(facts[`sent:${channelId}`]) === lastSentAtMs);
  const delay = sentLast?.facts[`delay:${channelId}`];
  const since = parts.flatMap(({ waiting }) => waiting.sinceMs ?? []);
  const templateError = newest(
    all('template').map((text) => JSON.parse(text) as { atMs: number; reason: string }),
  );
  const testFailedAtMs = latest('test-failed');
  const now = circuitText === undefined ? circuit.works : (JSON.parse(circuitText) as Circuit);
  return {
    channelId,
    lastSentAtMs,
    lastDelayMs: delay === undefined ? null : Number(delay),
    lastError: newest(
      all('error').map((text) => JSON.parse(text) as NonNullable<ChannelHealth['lastError']>),
    ),
    ...(templateError === null ? {} : { templateError }),
    testedAtMs: latest('tested'),
    testError: testFailedAtMs === null ? null : { atMs: testFailedAtMs, reason: all('test-error')[0] ?? '' },
    proof: newest(all('proved').map((text) => JSON.parse(text) as ChannelProof)),
    waiting: {
      count: parts.reduce((sum, { waiting }) => sum + waiting.count, 0),
      sinceMs: earliest(since),
    },
    retried: {
      count: parts.reduce((sum, { retried }) => sum + retried.count, 0),
      nextAtMs: earliest(parts.flatMap(({ retried }) => retried.nextAtMs ?? [])),
    },
    openCircuit: circuit.isOpen(now) ? now : null,
  };
}

function earliest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.min(...times);
}

function newest<T extends { atMs: number }>(all: readonly T[]): T | null {
  return all.toSorted((a, b) => b.atMs - a.atMs)[0] ?? null;
}
