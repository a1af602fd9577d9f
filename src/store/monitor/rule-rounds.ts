import type { RuleRounds } from '../../actors/ports/rules.ts';
import type { RedisClient } from '../client/connect.ts';
import { createLease } from '../client/lease.ts';
import { scanMembers } from '../client/scan-members.ts';
import type { Partitions } from '../partition.ts';

/** So many at a time: others are served between any two portions. */
const portion = 50;

/** One portion takes milliseconds; a worker that died in it is replaced after this. */
const leaseMs = 10_000;

/** Rounds through everything that has a timer; what is known of them stands in the first partition. */
export function createRuleRounds(client: RedisClient, partitions: Partitions): RuleRounds {
  const { rules, rulesLease } = partitions.at(0);
  const lease = createLease(client, rulesLease);

  /** The members of sorted sets; what changes meanwhile may come twice. */
  async function* members(keys: string[]): AsyncGenerator<string[]> {
    for (const key of keys) {
      for await (const found of scanMembers(client, key, portion)) yield found.map(([member]) => member);
    }
  }

  return {
    async latest() {
      const [of, beganAtMs] = await client.hmget(rules, 'rules', 'beganAtMs');
      return of == null ? null : { rules: of, beganAtMs: Number(beganAtMs) };
    },
    async finished({ rules: of, beganAtMs }) {
      await client.hset(rules, 'rules', of, 'beganAtMs', beganAtMs);
    },
    hold: (token) => lease.hold(token, leaseMs),
    release: (token) => lease.release(token),
    instances: () => members(partitions.all.map((keys) => keys.timer)),
    async *services() {
      for await (const some of members(partitions.all.map((keys) => keys.serviceIndex)))
        yield some.map((member) => member.split('\0')[2] ?? '');
    },
  };
}
