import type { FailedThing, Failures } from '../../actors/ports/failures.ts';
import { blameFor } from '../../actors/ports/failures.ts';
import type { Log } from '../../actors/ports/observability.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';
import { deliveryMember } from '../notifications/delivery-member.ts';
import type { Partitions } from '../partition.ts';
import { type Aside, createSetAside } from './set-aside.ts';

/** What was quarantined can be tried again, such as when a worker with a newer version starts. */
export interface KeptFailures extends Failures {
  takeBack(keys: PartitionKeys): Promise<void>;
}

/** Quarantines instances, services and deliveries by removing them from their timers. */
export function createFailures(client: RedisClient, partitions: Partitions, log: Log): KeptFailures {
  return {
    async failed(thing, error) {
      const blame = blameFor(error);
      if (blame === 'redis') throw error;
      if (blame === 'others')
        return log.warn({ ...thing, error }, `conflicting changes to ${thing.what}; retrying`);
      const { what } = thing;
      const id = idOf(thing);
      const keys = partitions.of(what === 'delivery' ? thing.notificationId : id);
      const removal = ['ZREM', timerOf(keys, what), id] as ['ZREM', string, string];
      if (await createSetAside(client, keys).failed({ what, id }, error, [removal]))
        log.error({ ...thing, error }, `${what} failed repeatedly and was quarantined; run: doctor`);
      else log.warn({ ...thing, error }, `${what} failed; retrying`);
    },

    async takeBack(keys) {
      const setAside = createSetAside(client, keys);
      for (const aside of await setAside.all()) {
        const { what, id } = aside;
        if (what !== 'event') await setAside.takeBack(aside, [['ZADD', timerOf(keys, what), 'NX', 0, id]]);
      }
    },
  };
}

function timerOf(keys: PartitionKeys, what: Exclude<Aside['what'], 'event'>): string {
  return { instance: keys.timer, service: keys.serviceTimer, delivery: keys.deliveries }[what];
}

function idOf(thing: FailedThing): string {
  return thing.what === 'delivery' ? deliveryMember(thing) : thing.id;
}
