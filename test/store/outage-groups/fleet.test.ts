import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findFailureDomains } from '../../../src/domain/failure-domains/find-failure-domains.ts';
import { keptGroup } from '../../../src/domain/failure-domains/kept-group.ts';
import { openGroup } from '../../../src/domain/failure-domains/outage-group.ts';
import { connect, primariesOf, type RedisClient, whenReady } from '../../../src/store/client/connect.ts';
import { ids } from '../../../src/store/ids.ts';
import { createFleet } from '../../../src/store/outage-groups/fleet.ts';
import { createGroupReadings } from '../../../src/store/outage-groups/group-readings.ts';
import { createLookRights } from '../../../src/store/outage-groups/look-rights.ts';
import { createOutageGroups } from '../../../src/store/outage-groups/outage-groups.ts';
import { createPartitions } from '../../../src/store/partition.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestRedis } from '../../support/open-redis.ts';
import { startClusterTopology } from '../../support/topologies.ts';
import { rulesOf, type Seeded, seedFleet } from './seed-fleet.ts';

const partitions = createPartitions(16);

/** So many instances of services that live everywhere, heard within the last half minute. */
function living(count: number, hosts: number): Seeded[] {
  return Array.from({ length: count }, (_, i) => ({
    ...{ serviceName: `living-${i % Math.ceil(count / 10)}`, key: `${i}` },
    metadata: { host: `h${i % hosts}`, zone: `z${i % 3}` },
    silentMs: (i * 7_919) % 30_000,
  }));
}

/** Twelve instances of six services on one host, silent for two minutes. */
function deadOn(host: string): Seeded[] {
  return Array.from({ length: 12 }, (_, i) => ({
    ...{ serviceName: `dead-${i % 6}`, key: `${i}`, metadata: { host, zone: 'z1' } },
    silentMs: 121_000 + i * 100,
  }));
}

const redisKinds = [
  ['one Redis', openTestRedis],
  ['a Redis Cluster', startClusterTopology],
] as const;

describe.each(redisKinds)('on %s', (_, open) => {
  let redis: Awaited<ReturnType<typeof open>>;
  let client: RedisClient;

  beforeAll(async () => {
    redis = await open();
    client = connect(redis.url, 'blocking', () => undefined);
    await whenReady(client);
  });
  beforeEach(async () => {
    await Promise.all(primariesOf(client).map((node) => node.flushall()));
  });
  afterAll(async () => {
    client.disconnect();
    await redis.close();
  });

  async function look() {
    const { late, down, heard } = await createFleet(client, partitions, rulesOf).read();
    return { late, down, heard, causes: findFailureDomains(late, down, heard) };
  }
  const causesOf = async () => (await look()).causes.map(({ cause }) => cause);
  const h7 = { kind: 'host', values: ['h7'], serviceId: null };

  test('a look finds the host that died, over all partitions', async () => {
    await seedFleet(client, partitions, [...living(200, 7), ...deadOn('h7')]);
    const { causes, late, down } = await look();
    expect(late).toHaveLength(12);
    expect(down.size).toBe(6);
    expect(causes.map(({ cause }) => cause)).toEqual([h7]);
    expect(causes[0]).toMatchObject({ members: 12, notExplained: [] });
  });

  test('in a fleet of which it reads a part, too; and not if most of the host is alive', async () => {
    const large = living(5_200, 7);
    await seedFleet(client, partitions, [...large, ...deadOn('h7')]);
    expect(await causesOf()).toEqual([h7]);
    const alive = large.slice(0, 20).map((one) => ({ ...one, metadata: { host: 'h7', zone: 'z1' } }));
    await seedFleet(client, partitions, alive);
    expect(await causesOf()).toEqual([]);
  });

  test('for what is too little to have a cause, nobody who is alive is read', async () => {
    await seedFleet(client, partitions, [...living(100, 7), ...deadOn('h7').slice(0, 2)]);
    const spy = vi.spyOn(client, 'zrange');
    expect((await look()).causes).toEqual([]);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  test('a group is written once for its cause, found by its incidents, and kept to its end', async () => {
    await seedFleet(client, partitions, [...living(200, 7), ...deadOn('h7')]);
    const [cause] = (await look()).causes;
    if (cause === undefined) throw new Error('there is no cause');
    const serviceId = ids.serviceId('dead-0', 'test');
    const incident = {
      ...{ incidentId: ids.incidentId(serviceId, 1), serviceId, serviceName: 'dead-0', environment: 'test' },
      ...{ downAfterMs: 120_000, channels: ['hook'], isToldAlone: false, isOver: false },
    };
    const groups = createOutageGroups(client, partitions, ids.notificationId);
    const readings = createGroupReadings(client, partitions);
    const nowMs = await groups.now();
    const beside = { versionOf: null, notExplained: [] };
    const kept = keptGroup.opened(openGroup(cause, [incident], ids, nowMs), beside, nowMs);
    expect(await groups.commit(null, kept, nowMs)).toEqual({ kind: 'committed' });
    const other = { ...kept, group: { ...kept.group, groupId: ids.outageGroupId('other', 1) } };
    expect(await groups.commit(null, other, nowMs)).toEqual({ kind: 'stale' });

    const { groupId } = kept.group;
    const view = await groups.read(groupId);
    expect(view?.kept).toEqual(kept);
    expect(await groups.due()).toEqual([groupId]);
    expect((await readings.groupsOf([incident.incidentId])).get(incident.incidentId)).toEqual(kept);
    expect(await groups.standing(kept)).toMatchObject({ silent: 12, over: new Set([incident.incidentId]) });

    const ended = { ...kept, due: null, group: { ...kept.group, endedAtMs: nowMs } };
    expect(await groups.commit(view, ended, nowMs)).toEqual({ kind: 'committed' });
    expect(await groups.open()).toEqual([]);
    expect(await groups.commit(null, other, nowMs)).toEqual({ kind: 'committed' });
    const page = await readings.groups({ limit: 10, after: null }, () => true);
    expect(page.items).toHaveLength(2);
  });

  test('only one worker looks at a time, and the next one after a rest', async () => {
    const [first, second] = [createLookRights(client, partitions), createLookRights(client, partitions)];
    const beganAtMs = await first.take();
    expect(beganAtMs).toBeGreaterThan(0);
    expect(await second.take()).toBeNull();
    expect(await second.lookedAtMs()).toBe(0);
    await first.finished(beganAtMs ?? 0);
    expect(await second.lookedAtMs()).toBe(beganAtMs);
    expect(await second.take()).toBeNull();
    const next = await eventually('the rest is over', () => second.take(), 5_000);
    expect(next).toBeGreaterThan(beganAtMs ?? 0);
  });
});
