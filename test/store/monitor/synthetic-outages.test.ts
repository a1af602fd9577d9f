import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { synthetic } from '../../../src/domain/synthetic-outage.ts';
import { createSyntheticOutages } from '../../../src/store/monitor/synthetic-outages.ts';
import { openActors, type TestActors } from '../../actors/open-actors.ts';
import { eventually } from '../../support/eventually.ts';
import { describedAs } from '../open-store.ts';

let actors: TestActors;
beforeAll(async () => {
  actors = await openActors({ channelIds: ['hook', synthetic.channelId] });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const described = { ...describedAs('rehearsal-0', 'one'), environment: synthetic.environment };
const syntheticOutages = () => createSyntheticOutages(actors.client, actors.partitions);

test('one node at a time has the right to run synthetic outages, and keeps it as long as it asks', async () => {
  const { hold, release } = syntheticOutages();
  expect(await Promise.all(['a', 'b', 'c'].map((node) => hold(node, 60_000)))).toEqual([true, false, false]);
  expect(await hold('a', 60_000)).toBe(true);
  await release('b');
  expect(await hold('b', 60_000)).toBe(false);
  await release('a');
  expect(await hold('b', 60_000)).toBe(true);
});

test('the right of a node that is gone runs out', async () => {
  const { hold } = syntheticOutages();
  expect(await hold('gone', 50)).toBe(true);
  await eventually('another node has it', () => hold('other', 60_000));
  expect(await hold('gone', 60_000)).toBe(false);
});

test('a synthetic outage stands in no list and no total, reaches its own channel, and leaves nothing', async () => {
  const { instanceId, serviceId } = await actors.registerInstance(described);
  const round = async (): Promise<void> => {
    await actors.beat(instanceId);
    await actors.relay();
    await actors.passTime(4_000);
    await actors.check(instanceId);
    await actors.relay();
    await actors.beat(instanceId);
    await actors.relay();
    for (let second = 0; second < 5; second++) {
      await actors.passTime(1_000);
      await actors.beat(instanceId);
      await actors.check(instanceId);
      await actors.relay();
    }
    await actors.rollUpService(serviceId, []);
    await actors.relay();
  };
  await round();
  expect(await actors.client.zcard(actors.keys.synthetic('incidents'))).toBe(1);
  expect(new Set(actors.deliveries.map(({ channelId }) => channelId))).toEqual(
    new Set([synthetic.channelId]),
  );
  expect(await actors.allIncidents()).toEqual([]);
  expect(await actors.allNotifications()).toEqual([]);
  expect((await actors.readings.services({ limit: 9, after: null }, {})).items).toEqual([]);
  expect(await actors.client.exists(actors.keys.totals)).toBe(0);
  expect(actors.metered.filter((line) => /incident|Down|Healthy/.test(line))).toEqual([]);

  const [incidentId = ''] = await actors.client.zrange(actors.keys.synthetic('incidents'), '0', '-1');
  expect((await actors.incidents.read(incidentId))?.state).toBe('resolved');
  await syntheticOutages().forget(serviceId);
  const left = await actors.client.keys('*');
  expect(left.filter((key) => /incident|:n:|:in:|rehearsed:(incidents|notifications)/.test(key))).toEqual([]);
});

test('an open incident is not forgotten', async () => {
  const { instanceId, serviceId } = await actors.registerInstance(described);
  await actors.beat(instanceId);
  await actors.passTime(4_000);
  await actors.check(instanceId);
  await actors.relay();
  await syntheticOutages().forget(serviceId);
  expect(await actors.client.zcard(actors.keys.synthetic('incidents'))).toBe(1);
});
