import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliverNotification } from '../../../src/actors/deliver-notification.ts';
import { describedAs } from '../../store/open-store.ts';
import { openActors, type TestActors } from '../open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors({
    channelIds: ['mail', 'hook'],
    // Far from each other: the clock also runs while the machine is slow.
    reminding: () => ({ reminders: { everyMs: 20_000, backOff: 1, longestMs: 20_000 }, escalation: [] }),
  });
});
afterAll(() => actors.close());

test('a channel that is taken out during an outage, and put back, is told its end', async () => {
  let token = 0;
  const parts = { ...actors, newToken: () => `token-${++token}`, random: () => 0.5 };
  const deliver = createDeliverNotification(parts);
  const { instanceId } = await actors.registerInstance(describedAs('orders', 'one'));
  await actors.beat(instanceId);
  async function pass(ms: number, isHeard: boolean): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1_000) {
      await actors.passTime(1_000);
      if (isHeard) await actors.beat(instanceId);
      await actors.check(instanceId);
      await actors.relay();
      await actors.sweepOverdue();
      for (const { notificationId } of [...actors.deliveries]) await deliver(notificationId);
    }
  }
  const toHook = async (kind: string) =>
    (await actors.allNotifications()).filter((row) => row.channelId === 'hook' && row.kind === kind);

  await pass(10_000, false);
  expect(await toHook('down')).toMatchObject([{ state: 'sent' }]);
  const hook = actors.channels.get('hook');
  if (hook === undefined) throw new Error('there is no hook');
  actors.channels.delete('hook');
  await pass(25_000, false);
  expect(await toHook('reminder')).toEqual([]);
  actors.channels.set('hook', hook);
  await pass(10_000, true);
  expect(await toHook('resolved')).toMatchObject([{ state: 'sent', reason: null }]);
});
