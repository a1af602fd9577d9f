import type { Sessions } from '../../actors/ports/sessions.ts';
import type { Session } from '../../domain/sign-in/session.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { Partitions } from '../partition.ts';

const readSession = loadScript('read-session');

/** Each ends by itself by the clock of Redis, which also says how late it is. */
export function createSessions(client: RedisClient, partitions: Partitions): Sessions {
  const keyOf = (idHash: string) => partitions.at(0).session(idHash);
  return {
    async begin(idHash, session, lastsMs) {
      const [seconds, micros] = await client.time();
      const startedAtMs = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
      const text = JSON.stringify({ ...session, startedAtMs } satisfies Session);
      await client.set(keyOf(idHash), text, 'PX', lastsMs);
    },

    async read(idHash) {
      const found = (await readSession.run(client, [keyOf(idHash)], [])) as [string, number, number] | null;
      if (found === null) return null;
      const [text, idleLeftMs, nowMs] = found;
      return { session: JSON.parse(text) as Session, idleLeftMs, nowMs };
    },

    async prolong(idHash, lastsMs) {
      await client.pexpire(keyOf(idHash), lastsMs);
    },

    async end(idHash) {
      return (await client.del(keyOf(idHash))) === 1;
    },
  };
}
