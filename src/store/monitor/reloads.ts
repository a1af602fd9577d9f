import type { Reloads } from '../../actors/ports/reloads.ts';
import type { ReloadOutcome } from '../../domain/reload-outcome.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** Longer than anybody waits for the answers. */
const keptMs = 60_000;

/** Where the request stands among the answers; no node has this id. */
const asked = 'asked';

interface Answer {
  request: number;
  outcome: ReloadOutcome;
}

/** Requests and answers in the first partition; nothing to keep, so no backup holds them. */
export function createReloads(client: RedisClient, partitions: Partitions): Reloads {
  const { reload: key } = partitions.at(0);
  return {
    // Requests are counted from the time of the first, so that no number comes again when all of this is forgotten.
    async ask() {
      const [seconds, micros] = await client.time();
      const first = Number(seconds) * 1_000_000 + Number(micros);
      const replies = await client
        .multi()
        .hsetnx(key, asked, first)
        .hincrby(key, asked, 1)
        .pexpire(key, keptMs)
        .exec();
      const [error, request] = replies?.[1] ?? [];
      if (typeof request !== 'number') throw error ?? new Error('Redis did not store the request to reload');
      return request;
    },

    async asked() {
      const request = await client.hget(key, asked);
      return request === null ? null : Number(request);
    },

    async answer(request, nodeId, outcome) {
      const answer: Answer = { request, outcome };
      await client.multi().hset(key, nodeId, JSON.stringify(answer)).pexpire(key, keptMs).exec();
    },

    async answers(request) {
      const { [asked]: _, ...fields } = await client.hgetall(key);
      const found = Object.entries(fields).map(
        ([nodeId, text]) => [nodeId, JSON.parse(text) as Answer] as const,
      );
      return new Map(
        found.flatMap(([nodeId, answer]) =>
          answer.request >= request ? [[nodeId, answer.outcome] as const] : [],
        ),
      );
    },
  };
}
