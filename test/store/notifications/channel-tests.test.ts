import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineMonitor } from '../../../src/store/monitor/examine-monitor.ts';
import { createChannelTests } from '../../../src/store/notifications/channel-tests.ts';
import { createUsedChannels } from '../../../src/store/notifications/used-channels.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openStore(2);
  await store.reset();
});
afterAll(() => store.close());

const noLimits = { instances: 0, servicesPerMinute: 0 };

test('the newest of the messages and tests of a channel proves it, in whichever partition, until it is forgotten', async () => {
  const { client, partitions, keys } = store;
  await client.hset('monitor:meta', 'partitions', 2);
  const ages = async () => (await examineMonitor(client, noLimits)).provedAgoMs;
  expect(await ages()).toEqual(new Map());

  await client.hset(partitions.at(1).channels, 'sent:mail', Date.now() - 90_000, 'failing:chat', Date.now());
  await client.hset(keys.channels, 'sent:hook', Date.now() - 90_000, 'dead:chat', Date.now());
  await createChannelTests(client, partitions).passed('hook');
  const found = await ages();
  expect([...found.keys()].sort()).toEqual(['hook', 'mail']);
  expect(found.get('hook')).toBeLessThan(60_000);
  expect(found.get('mail')).toBeGreaterThan(60_000);

  await createUsedChannels(client, partitions).forget('hook');
  expect([...(await ages()).keys()]).toEqual(['mail']);
});
