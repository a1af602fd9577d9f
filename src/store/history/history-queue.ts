import type { HistoryQueue } from '../../actors/ports/history.ts';
import type { RedisClient } from '../client/connect.ts';
import { peekClock } from '../client/read-clock.ts';
import type { PartitionKeys } from '../keys.ts';
import { pageSources } from '../lists/page-sources.ts';

const dueAtOnce = 100;
const servicesAtOnce = 50;

/** Which services of one partition are to be counted. */
export function createHistoryQueue(client: RedisClient, keys: PartitionKeys): HistoryQueue {
  const byName = pageSources.byName(client, keys.serviceIndex, '');
  return {
    async standing() {
      const [nowMs, tick, day] = await Promise.all([
        peekClock(client, keys),
        client.hget(keys.clock, 'tick'),
        client.get(keys.historyDay),
      ]);
      return { nowMs, tickAtMs: Number(tick ?? 0), countedUpToDay: Number(day ?? 0) };
    },

    async due() {
      return client.zrange(keys.historyDue, '0', String(dueAtOnce - 1));
    },

    async services(after) {
      const members = await byName.positions(after, servicesAtOnce);
      return {
        serviceIds: members.map((member) => member.slice(member.lastIndexOf('\0') + 1)),
        next: members.length < servicesAtOnce ? null : (members.at(-1) ?? null),
      };
    },

    async counted(upToDay) {
      await client.set(keys.historyDay, upToDay);
    },

    async forget(serviceId) {
      await client.zrem(keys.historyDue, serviceId);
    },
  };
}
