import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReplayNotification } from '../../../src/actors/operating/replay-notification.ts';
import { createRepairDeliveries } from '../../../src/actors/repairing/repair-deliveries.ts';
import { createReplays } from '../../../src/store/notifications/replays.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';
import { openActors, repairsOf, type TestActors } from '../open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const repaired = (what: string) => repairsOf(actors.metered, what);

describe('the sweep', () => {
  test('wakes a delivery whose job was lost, and counts it', async () => {
    const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
    const row = rowFor(actors, { createdAtMs: nowMs, nextAttemptAtMs: nowMs });
    await actors.notifications.plan([row]);
    await actors.sweepOverdue();
    expect(actors.deliveries).toEqual([]);
    await actors.passTime(1_001);
    await actors.sweepOverdue();
    expect(actors.deliveries).toEqual([
      { channelId: 'hook', notificationId: row.notificationId, attempts: 0 },
    ]);
    expect(repaired('delivery')).toBe(1);
  });

  test('leaves alone an end that waits for its beginning to be tried again', async () => {
    const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
    const down = rowFor(actors, { createdAtMs: nowMs, nextAttemptAtMs: nowMs + 60_000 });
    const { notificationId: afterId } = down;
    const end = rowFor(
      actors,
      { createdAtMs: nowMs, nextAttemptAtMs: nowMs, kind: 'resolved', afterId },
      'resolved',
    );
    await actors.notifications.plan([down, end]);
    expect((await actors.notifications.claim(end.notificationId, 'token', 20_000)).kind).toBe('waiting');
    for (let second = 0; second < 5; second++) {
      await actors.passTime(1_500);
      await actors.sweepOverdue();
    }
    expect(actors.deliveries).toEqual([]);
    expect(repaired('delivery')).toBe(0);
  });
});

describe('of messages to a channel', () => {
  const pager = async (more = {}) => {
    const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
    const row = rowFor(actors, { channelId: 'pager', createdAtMs: nowMs, nextAttemptAtMs: nowMs, ...more });
    await actors.notifications.plan([row]);
    await actors.passTime(1_001);
    return row;
  };
  const stateOf = async ({ notificationId }: { notificationId: string }) => {
    const { state, reason, attempts } = (await actors.readings.notification(notificationId)) ?? {};
    return { state, reason, attempts };
  };

  test('that no worker has makes them dead with that reason, and repairs nothing', async () => {
    const row = await pager({ attempts: 2 });
    await actors.sweepOverdue();
    const reason = 'channel "pager" is not configured, or it is switched off';
    expect(await stateOf(row)).toEqual({ state: 'dead', reason, attempts: 2 });
    expect(actors.deliveries).toEqual([]);
    expect(repaired('delivery')).toBe(0);
    expect(await actors.client.exists(actors.keys.deliveries, actors.keys.repairs)).toBe(0);
    // It says nothing of how the channel does, so a channel that is back begins well.
    expect(await actors.client.exists(actors.keys.channels)).toBe(0);
    expect(actors.metered).toEqual([]);
    expect(actors.warned).toHaveLength(1);
  });

  test('that another worker has leaves them to that worker', async () => {
    const row = await pager();
    const known = { has: async () => true };
    const queue = { ...actors.deliveryQueue, missing: async () => [] };
    await createRepairDeliveries({ ...actors, deliveryQueue: queue, knownChannels: known })();
    expect(await stateOf(row)).toMatchObject({ state: 'pending' });
    expect(repaired('delivery')).toBe(0);
  });

  test('that no worker has any more leaves alone the one that is just being sent', async () => {
    const row = await pager();
    const { kind } = await actors.notifications.claim(row.notificationId, 'token', 20_000);
    expect(kind).toBe('claimed');
    const delivery = { ...row, attempts: 1 };
    expect((await actors.notifications.abandon(delivery, 'gone')).kind).toBe('stale');
    await actors.passTime(20_000);
    expect((await actors.notifications.abandon(delivery, 'gone')).kind).toBe('committed');
    expect((await actors.notifications.abandon(delivery, 'gone')).kind).toBe('stale');
  });

  test('that is back sends them when they are replayed', async () => {
    const row = await pager();
    await actors.sweepOverdue();
    const replays = createReplays(actors.client, actors.partitions);
    const knownChannels = { has: async (channelId: string) => channelId === 'pager' };
    await createReplayNotification({ ...actors, replays, knownChannels })(row.notificationId);
    expect(await stateOf(row)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(actors.deliveries).toEqual([
      { channelId: 'pager', notificationId: row.notificationId, attempts: 0 },
    ]);
  });
});
