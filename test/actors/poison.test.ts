import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverNotification } from '../../src/actors/deliver-notification.ts';
import { StoreUnavailable } from '../../src/actors/ports/store-errors.ts';
import { createRepairDeliveries } from '../../src/actors/repairing/repair-deliveries.ts';
import { createSweepOverdue } from '../../src/actors/sweep-overdue.ts';
import { rowFor } from '../store/notifications/notification-row.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const set = async () =>
  Object.values(await actors.client.hgetall(actors.keys.setAside)).map(
    (text) => JSON.parse(text) as { what: string; id: string; error: string },
  );

test('an instance that cannot be judged keeps no other, no service and no message from its turn', async () => {
  const [bad, good] = await Promise.all(['bad', 'good'].map((key) => actors.register('orders', key)));
  if (bad === undefined || good === undefined) throw new Error('two were asked for');
  const description = (await actors.client.hget(actors.keys.instance(bad.instanceId), 'description')) ?? '';
  await actors.client.hset(actors.keys.instance(bad.instanceId), 'description', '{"no json');
  const row = rowFor(actors, { createdAtMs: 5, nextAttemptAtMs: 5 });
  await actors.notifications.plan([row]);
  await actors.client.zadd(actors.keys.serviceTimer, 5, good.serviceId);

  for (let sweep = 0; sweep < 5; sweep++) {
    await actors.passTime(timing.downAfterMs);
    await actors.sweepOverdue();
  }
  expect(await actors.status(good.instanceId)).toBe('Down');
  expect(actors.deliveries[0]?.notificationId).toBe(row.notificationId);
  expect(await actors.client.zscore(actors.keys.serviceTimer, good.serviceId)).not.toBe('5');
  expect(await set()).toEqual([
    expect.objectContaining({
      what: 'instance',
      id: bad.instanceId,
      error: expect.stringMatching(/^SyntaxError/),
    }),
  ]);
  expect(actors.warned.at(-1)).toBe('instance failed repeatedly and was quarantined; run: doctor');
  expect(await actors.client.zscore(actors.keys.timer, bad.instanceId)).toBeNull();

  // The cause is mended, and a worker starts.
  await actors.client.hset(actors.keys.instance(bad.instanceId), 'description', description);
  await actors.failures.takeBack(actors.keys);
  await actors.sweepOverdue();
  expect(await actors.status(bad.instanceId)).toBe('Down');
  expect(await set()).toEqual([]);
});

test('a service that cannot be rolled up is set aside, and the others go on', async () => {
  const rolledUp: string[] = [];
  const sweep = createSweepOverdue({
    ...actors,
    partition: 0,
    async rollUpService(serviceId) {
      if (serviceId === bad) throw new TypeError('a bug');
      rolledUp.push(serviceId);
    },
  });
  const [bad, good] = ['bad', 'good'].map((name) => actors.ids.serviceId(name, 'test')) as [string, string];
  for (let time = 0; time < 6; time++) {
    await actors.client.zadd(actors.keys.serviceTimer, 'XX', 5, bad);
    if (time === 0) await actors.client.zadd(actors.keys.serviceTimer, 5, bad);
    await actors.client.zadd(actors.keys.serviceTimer, 6, good);
    await sweep();
  }
  expect(rolledUp).toEqual(Array(6).fill(good));
  expect((await set()).map(({ id, error }) => [id, error])).toEqual([[bad, 'TypeError: a bug']]);
  expect(await actors.client.zscore(actors.keys.serviceTimer, bad)).toBeNull();
});

test('while Redis is away, or many write at once, nobody is to blame', async () => {
  const id = actors.ids.serviceId('orders', 'test');
  const away = new StoreUnavailable('connect ECONNREFUSED');
  for (let time = 0; time < 9; time++)
    await expect(actors.failures.failed({ what: 'service', id }, away)).rejects.toBe(away);
  expect(await actors.client.keys(actors.keys.tries('*'))).toEqual([]);
});

test('a message whose row cannot be read is set aside, also when its channel is gone', async () => {
  const row = rowFor(actors, { channelId: 'gone', createdAtMs: 5, nextAttemptAtMs: 5 });
  await actors.notifications.plan([row]);
  const key = actors.keys.notification(row.notificationId);
  await actors.client.hset(key, 'plan', '{"no json');
  for (let time = 0; time < 5; time++) {
    await actors.passTime(1_001);
    await createRepairDeliveries(actors)();
  }
  expect((await set()).map(({ what, id }) => [what, id])).toEqual([
    ['delivery', `gone/${row.notificationId}`],
  ]);
  expect(await actors.client.zcard(actors.keys.deliveries)).toBe(0);
});

test('a channel that breaks on a message is tried again as if its receiver had failed', async () => {
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  const row = rowFor(actors, { createdAtMs: nowMs, nextAttemptAtMs: nowMs });
  await actors.notifications.plan([row]);
  const broken = {
    ...{ channelId: 'hook', type: 'webhook', followsUp: true, close: async () => undefined },
    send: () => Promise.reject(new TypeError('a bug')),
  };
  const deliver = createDeliverNotification({
    ...{ ...actors, channels: new Map([['hook', broken]]), newToken: () => 'token', random: () => 0.5 },
  });
  expect(await deliver(row.notificationId)).toMatchObject({ kind: 'later', attempts: 1, delayMs: 5_000 });
  const reason = 'unexpected error in the channel; see the log';
  expect(await actors.readings.notification(row.notificationId)).toMatchObject({ state: 'pending', reason });
});

test('no more than a hundred are set aside, and what is more goes on being tried', async () => {
  const ids = Array.from({ length: 101 }, (_, i) => actors.ids.serviceId(`service-${i}`, 'test'));
  for (const id of ids) {
    await actors.client.zadd(actors.keys.serviceTimer, 5, id);
    for (let time = 0; time < 5; time++)
      await actors.failures.failed({ what: 'service', id }, new Error('a bug'));
  }
  expect(await set()).toHaveLength(100);
  expect(await actors.client.zrange(actors.keys.serviceTimer, '0', '-1')).toEqual([ids[100]]);
});
