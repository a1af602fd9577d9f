import { commit } from './commit.ts';
import type { RedisClient } from './connect.ts';

/** A right that one process has at a time, and loses when it does not ask again within `leaseMs`. */
export function createLease(client: RedisClient, key: string) {
  return {
    /** Takes or keeps it; false: another has it. */
    async hold(token: string, leaseMs: number): Promise<boolean> {
      if ((await client.set(key, token, 'PX', leaseMs, 'NX')) === 'OK') return true;
      const kept = await commit(
        client,
        [{ command: ['GET', key], expected: token }],
        [['PEXPIRE', key, leaseMs]],
      );
      return kept.kind === 'committed';
    },

    /** Gives it back, so that another need not wait. */
    async release(token: string): Promise<void> {
      await commit(client, [{ command: ['GET', key], expected: token }], [['DEL', key]]);
    },
  };
}
