import { keptGroup } from '../../src/domain/failure-domains/kept-group.ts';
import { type GroupedIncident, openGroup } from '../../src/domain/failure-domains/outage-group.ts';
import type { RedisClient } from '../../src/store/client/connect.ts';
import { ids } from '../../src/store/ids.ts';
import { createOutageGroups } from '../../src/store/outage-groups/outage-groups.ts';
import { createPartitions } from '../../src/store/partition.ts';

type Named = Pick<GroupedIncident, 'incidentId' | 'serviceId' | 'serviceName' | 'environment' | 'isOver'>;

/** An outage group of a host, as a look would have written it; its id. Three of four instances are silent. */
export async function writeGroup(
  redis: RedisClient,
  group: { host: string; startedAtMs: number; endedAtMs: number | null; incidents: readonly Named[] },
): Promise<string> {
  const { host, startedAtMs, endedAtMs, incidents } = group;
  const groups = createOutageGroups(redis, createPartitions(1), ids.notificationId);
  const found = {
    cause: { kind: 'host' as const, values: [host], serviceId: null },
    silentIds: new Set(['a', 'b', 'c']),
    ...{ members: 4, firstSilentAtMs: startedAtMs, lastSilentAtMs: startedAtMs + 1 },
    ...{ inside: [], weakened: ['x'], notExplained: [] },
  };
  const all = incidents.map(({ incidentId, serviceId, serviceName, environment, isOver }) => ({
    ...{ incidentId, serviceId, serviceName, environment, isOver },
    ...{ downAfterMs: 1, channels: [], isToldAlone: false },
  }));
  const opened = openGroup(found, all, ids, startedAtMs + 2);
  const beside = {
    versionOf: null,
    notExplained: [
      { serviceName: 'shop-mail', environment: 'test', channels: [] },
      { serviceName: 'vault', environment: 'test', channels: [] },
    ],
  };
  const kept = keptGroup.opened({ ...opened, endedAtMs }, beside, startedAtMs + 2);
  await groups.commit(null, { ...kept, due: null }, startedAtMs + 10);
  return opened.groupId;
}
