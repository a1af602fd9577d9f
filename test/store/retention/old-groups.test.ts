import { afterAll, beforeAll, expect, test } from 'vitest';
import { retentionRules } from '../../../src/actors/retention/retention-rules.ts';
import { trimming } from '../../../src/actors/retention/trim-records.ts';
import { keptGroup } from '../../../src/domain/failure-domains/kept-group.ts';
import { openGroup } from '../../../src/domain/failure-domains/outage-group.ts';
import { createOutageGroups } from '../../../src/store/outage-groups/outage-groups.ts';
import { createOldGroups } from '../../../src/store/retention/old-groups.ts';
import { openStore, type TestStore } from '../open-store.ts';

const dayMs = 86_400_000;

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

/** A group of one incident that began so long ago, and ended a minute later if it ended. */
async function write(host: string, daysAgo: number, isOver: boolean) {
  const { client, partitions, ids } = store;
  const groups = createOutageGroups(client, partitions, ids.notificationId);
  const startedAtMs = (await groups.now()) - daysAgo * dayMs;
  const found = {
    cause: { kind: 'host' as const, values: [host], serviceId: null },
    ...{
      silentIds: new Set<string>(),
      members: 3,
      firstSilentAtMs: startedAtMs,
      lastSilentAtMs: startedAtMs,
    },
    ...{ inside: [], weakened: [], notExplained: [] },
  };
  const incident = {
    ...{ incidentId: `incident on ${host}`, serviceId: 'cart', serviceName: 'cart', environment: 'test' },
    ...{ downAfterMs: 1, channels: [], isToldAlone: false, isOver },
  };
  const group = openGroup(found, [incident], ids, startedAtMs);
  const endedAtMs = isOver ? startedAtMs + 60_000 : null;
  const beside = { versionOf: null, notExplained: [] };
  const kept = keptGroup.opened({ ...group, endedAtMs }, beside, startedAtMs);
  await groups.commit(null, { ...kept, due: null }, startedAtMs);
  return group.groupId;
}

test('an outage group is kept as long as incidents, and one that goes on for ever', async () => {
  const { client, keys } = store;
  const old = await write('h1', 401, true);
  const young = await write('h2', 399, true);
  const open = await write('h3', 500, false);
  const times = { incidentsMs: 400 * dayMs, notificationsMs: dayMs, auditMs: dayMs };
  const trim = trimming('outage-group', createOldGroups(client, keys), retentionRules(times).groups);
  expect((await trim.step(null, null)).removed).toBe(1);
  expect(await client.exists(keys.group(old))).toBe(0);
  expect(await client.zrange(keys.groups, '0', '-1')).toEqual([open, young]);
  expect(await client.hkeys(keys.groupOfIncident)).toEqual(['incident on h2', 'incident on h3']);
  expect((await trim.step(null, null)).removed).toBe(0);
});
