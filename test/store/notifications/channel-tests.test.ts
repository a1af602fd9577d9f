import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChannelHealths } from '../../../src/store/channel-health/channel-healths.ts';
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

test('a test that failed is kept with its reason until one goes out', async () => {
  const { client, partitions } = store;
  const tests = createChannelTests(client, partitions);
  const read = async () =>
    (await createChannelHealths(client, partitions).read([{ channelId: 'pager', configuration: 'one' }]))[0];
  await tests.passed('pager');
  await tests.failed('pager', 'receiver answered 401');
  const failed = await read();
  expect(failed?.testError).toEqual({ atMs: expect.any(Number), reason: 'receiver answered 401' });
  expect(failed?.testError?.atMs).toBeGreaterThanOrEqual(failed?.testedAtMs ?? Number.POSITIVE_INFINITY);
  await tests.passed('pager');
  expect(await read()).toMatchObject({ testError: null, testedAtMs: expect.any(Number) });
  await tests.failed('pager', 'receiver answered 401');
  await createUsedChannels(client, partitions).forget('pager');
  expect(await read()).toMatchObject({ testError: null, testedAtMs: null });
});

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
