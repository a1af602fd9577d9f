import type { EventsAside } from '../../actors/ports/events.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';
import { createSetAside } from './set-aside.ts';
import { toEntries } from './to-entries.ts';

export function createEventsAside(client: RedisClient, keys: PartitionKeys, group: string): EventsAside {
  const setAside = createSetAside(client, keys);
  const mine = async () => (await setAside.all()).filter((aside) => aside.group === group);
  return {
    async failed({ entryId }, error) {
      const [found] = await client.xrange(keys.events, entryId, entryId);
      const thing = { what: 'event' as const, id: entryId, group, entry: found?.[1] ?? [] };
      return setAside.failed(thing, error, [['XACK', keys.events, group, entryId]]);
    },

    async all() {
      return toEntries((await mine()).map(({ id, entry }) => [id, entry ?? []]));
    },

    async settled({ entryId }) {
      const found = (await mine()).find(({ id }) => id === entryId);
      if (found !== undefined) await setAside.takeBack(found, []);
    },
  };
}
