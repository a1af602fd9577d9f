import { randomUUID } from 'node:crypto';
import type { Reloads } from '../../actors/ports/reloads.ts';
import type { ReloadOutcome } from '../../domain/reload-outcome.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** Longer than anybody waits for the answers. */
const keptMs = 60_000;

/** Where the request stands among the answers; no node has this id. */
const asked = 'asked';

interface Answer {
  requestId: string;
  outcome: ReloadOutcome;
}

/** Requests and answers in the first partition; nothing to keep, so no backup holds them. */
export function createReloads(client: RedisClient, partitions: Partitions): Reloads {
  const { reload: key } = partitions.at(0);
  return {
    async ask() {
      const requestId = randomUUID();
      await client.multi().del(key).hset(key, asked, requestId).pexpire(key, keptMs).exec();
      return requestId;
    },

    asked: () => client.hget(key, asked),

    async answer(requestId, nodeId, outcome) {
      const answer: Answer = { requestId, outcome };
      await client.multi().hset(key, nodeId, JSON.stringify(answer)).pexpire(key, keptMs).exec();
    },

    async answers(requestId) {
      const { [asked]: _, ...fields } = await client.hgetall(key);
      const found = Object.entries(fields).map(
        ([nodeId, text]) => [nodeId, JSON.parse(text) as Answer] as const,
      );
      return new Map(
        found.flatMap(([nodeId, answer]) =>
          answer.requestId === requestId ? [[nodeId, answer.outcome] as const] : [],
        ),
      );
    },
  };
}
