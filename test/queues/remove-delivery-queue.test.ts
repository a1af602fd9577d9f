import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRemoveChannelQueues } from '../../src/actors/operating/remove-channel-queues.ts';
import type { Failures } from '../../src/actors/ports/failures.ts';
import { openDeliveryQueue } from '../../src/queues/delivery-queue.ts';
import { startDeliveryWorkers } from '../../src/queues/delivery-workers.ts';
import { removeDeliveryQueue } from '../../src/queues/remove-delivery-queue.ts';
import { createUsedChannels } from '../../src/store/notifications/used-channels.ts';
import { openStore, type TestStore } from '../store/open-store.ts';
import { eventually } from '../support/eventually.ts';

let store: TestStore;
const errors: unknown[] = [];
const onError = (error: unknown) => void errors.push(error);
const onLost = (count: number, error: unknown) => void errors.push({ count, error });
const log = { info: () => undefined, warn: onError, error: onError };

beforeAll(async () => {
  store = await openStore();
});
beforeEach(async () => {
  errors.length = 0;
  await store.reset();
});
afterAll(() => store.close());

const failures: Failures = { failed: async () => undefined };

const keysOf = (channelId: string) => store.client.keys(`{channel-${channelId}}:*`);
const jobs = (channelId: string) =>
  [0, 1, 2].map((i) => ({ channelId, notificationId: `${channelId}-${i}`, attempts: i }));

test('of a channel that no worker has any more nothing is left, and the others stay', async () => {
  const queue = openDeliveryQueue(store.client, ['old', 'new'], { onError, onLost });
  await queue.arm(jobs('old'));
  await queue.arm(
    jobs('old').map((job) => ({ ...job, notificationId: `later-${job.attempts}`, delayMs: 60_000 })),
  );
  await queue.arm(jobs('new'));
  await store.client.hset(store.keys.channels, 'failing:old', 5, 'sent:new', 6);
  const usedChannels = createUsedChannels(store.client, store.partitions);
  await usedChannels.note(['old', 'new']);
  const released: string[] = [];
  const forget = createRemoveChannelQueues({
    usedChannels,
    knownChannels: { has: async (channelId) => channelId === 'new' },
    releaseWaiting: async (channelId) => void released.push(channelId),
    removeQueue: (channelId) => removeDeliveryQueue(store.client, channelId, onError),
    log,
  });
  await forget();
  expect(released).toEqual(['old']);
  expect(await keysOf('old')).toEqual([]);
  expect(await queue.missing(jobs('new'))).toEqual([]);
  expect(await usedChannels.all()).toEqual(['new']);
  expect(await store.client.hgetall(store.keys.channels)).toEqual({ 'sent:new': '6' });
  await queue.close();
  expect(errors).toEqual([]);
});

test('a channel that is back works, also when the removal of its queue was cut off', async () => {
  const before = openDeliveryQueue(store.client, ['old'], { onError, onLost });
  await before.arm(jobs('old'));
  await before.close();
  await removeDeliveryQueue(store.client, 'old', onError);
  const queue = openDeliveryQueue(store.client, ['old'], { onError, onLost });
  const delivered: string[] = [];
  const workers = startDeliveryWorkers({
    ...{ connection: store.client, channelIds: ['old'], deliveryQueue: queue, failures, log },
    async deliverNotification(notificationId) {
      delivered.push(notificationId);
      return { kind: 'done' };
    },
  });
  await queue.arm(jobs('old'));
  await eventually('all are through', () => delivered.length === 3);
  // What BullMQ does first when it removes a queue.
  await store.client.hset('{channel-old}:deliver:meta', 'paused', 1);
  await queue.arm([{ channelId: 'old', notificationId: 'one more', attempts: 0 }]);
  await queue.resume();
  await eventually('the queue is open again', () => delivered.length === 4);
  await workers.close();
  await queue.close();
  expect(errors).toEqual([]);
});
