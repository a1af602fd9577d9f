import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverNotification } from '../../src/actors/deliver-notification.ts';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import { createRepairDeliveries } from '../../src/actors/repairing/repair-deliveries.ts';
import { createSweepOverdue } from '../../src/actors/sweep-overdue.ts';
import { every } from '../../src/compose/every.ts';
import { openDeliveryQueue } from '../../src/queues/delivery-queue.ts';
import { startDeliveryWorkers } from '../../src/queues/delivery-workers.ts';
import { rowFor } from '../store/notifications/notification-row.ts';
import { eventually } from '../support/eventually.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;
let closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => actors.close());

const repairs = () => actors.metered.filter((text) => text.startsWith('repaired'));

/** Rows, queue, workers and the sweeps of two workers as the program runs them, before a receiver that takes `ms`. */
function startAll(ms: number) {
  const connection = actors.client;
  const received: string[] = [];
  const slow: Channel = {
    ...{ channelId: 'hook', type: 'webhook', followsUp: true, close: async () => undefined },
    async send({ notificationId }) {
      await wait(ms);
      received.push(notificationId);
      return { kind: 'sent' };
    },
  };
  const deliveryQueue = openDeliveryQueue(connection, ['hook'], {
    onError: (error) => actors.log.error({ error }, 'queue'),
    onLost: (count, error) => actors.log.error({ count, error }, 'queue'),
  });
  const channels = new Map([['hook', slow]]);
  const parts = { ...actors, deliveryQueue, channels };
  const deliverNotification = createDeliverNotification({
    ...{ ...parts, newToken: randomUUID, random: () => 0.5 },
  });
  const workers = startDeliveryWorkers({ ...parts, connection, channelIds: ['hook'], deliverNotification });
  const sweeps = [1, 2].map(() => {
    const repairDeliveries = createRepairDeliveries(parts);
    const sweepOverdue = createSweepOverdue({ ...parts, partition: 0, repairDeliveries });
    return every(
      100,
      async () => void (await sweepOverdue()),
      (error) => actors.log.error({ error }, 'sweep'),
    );
  });
  closers.push(
    () => deliveryQueue.close(),
    () => workers.close(),
    ...sweeps.map((sweep) => () => sweep.stop()),
  );
  const jobs = async () => Object.values(await deliveryQueue.counts()).reduce((sum, count) => sum + count, 0);
  return { deliveryQueue, received, jobs };
}

/** As many messages that are due now. */
async function planned(count: number) {
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  const due = { createdAtMs: nowMs, nextAttemptAtMs: nowMs };
  const rows = Array.from({ length: count }, (_, i) => rowFor(actors, due, `down ${i}`));
  await actors.notifications.plan(rows);
  return rows;
}

test('messages that wait for their turn behind a slow receiver have one job each, and nothing is repaired', async () => {
  const rows = await planned(120);
  const { deliveryQueue, received, jobs } = startAll(400);
  await deliveryQueue.arm(rows);
  const seen: number[] = [];
  await eventually(
    'all are sent',
    async () => {
      seen.push(await jobs());
      return received.length >= rows.length && seen.at(-1) === 0;
    },
    30_000,
  );
  // 120 of them at 10 at a time take 5 s: most were due for seconds.
  expect(Math.max(...seen)).toBeLessThanOrEqual(rows.length);
  expect(new Set(received).size).toBe(rows.length);
  expect(received).toHaveLength(rows.length);
  expect(repairs()).toEqual([]);
  expect(actors.warned).toEqual([]);
});

test('jobs that are lost meanwhile are armed again, once each, and those alone are repairs', async () => {
  const rows = await planned(60);
  const { deliveryQueue, received, jobs } = startAll(300);
  await deliveryQueue.arm(rows.slice(0, 40));
  await eventually(
    'all are sent',
    async () => received.length >= rows.length && (await jobs()) === 0,
    30_000,
  );
  expect(received).toHaveLength(rows.length);
  const count = repairs().reduce((sum, text) => sum + Number(/\d+/.exec(text)?.[0]), 0);
  expect(count).toBe(20);
});
