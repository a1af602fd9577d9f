import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverNotification } from '../../../src/actors/deliver-notification.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import type { Message } from '../../../src/domain/messages.ts';
import type { AttemptOutcome } from '../../../src/domain/retry-schedule.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';
import { openActors, type TestActors } from '../open-actors.ts';
import { openStormLimit } from './open-storm-limit.ts';

let actors: TestActors;
beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

test('a digest of one message is sent as that message, also when it is tried again, and its row stays a digest', async () => {
  const sent: { message: Message; link: boolean }[] = [];
  const outcomes: AttemptOutcome[] = [];
  const channel: Channel = {
    ...{ channelId: 'hook', type: 'email', followsUp: false, limit: { burst: 1, perMinute: 1 } },
    async send(message) {
      sent.push({ message, link: 'acknowledgeUrl' in message });
      return outcomes.shift() ?? { kind: 'sent' };
    },
    close: async () => undefined,
  };
  const channels = new Map([['hook', channel]]);
  let token = 0;
  const deliver = createDeliverNotification({
    ...{ ...actors, channels, newToken: () => `token ${++token}`, random: () => 0.5 },
    acknowledgeUrl: ({ kind, notificationId }) =>
      kind === 'down' ? `http://monitor/${notificationId}` : undefined,
    ...openStormLimit(actors, { channels, deliveryQueue: actors.deliveryQueue }),
  });
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  const rows = [1, 2].map((i) => {
    const incidentId = actors.ids.incidentId(actors.ids.serviceId('orders', 'test'), i);
    return rowFor(actors, { incidentId, createdAtMs: nowMs, nextAttemptAtMs: nowMs }, 'down');
  });
  await actors.notifications.plan(rows);
  for (const { notificationId } of rows) await deliver(notificationId);
  const digest = (await actors.allNotifications()).find(({ kind }) => kind === 'digest');
  await actors.passTime(10_001);
  outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
  await deliver(digest?.notificationId ?? '');
  await actors.passTime(5_000);
  await deliver(digest?.notificationId ?? '');

  expect(sent).toHaveLength(3);
  const acknowledgeUrl = `http://monitor/${rows[1]?.notificationId}`;
  expect(sent[1]).toEqual({
    message: { ...rows[1]?.message, notificationId: digest?.notificationId, acknowledgeUrl },
    link: true,
  });
  expect(sent[2]).toEqual(sent[1]);
  const row = await actors.readings.notification(digest?.notificationId ?? '');
  expect(row).toMatchObject({ state: 'sent', kind: 'digest', message: { messages: 1, incidents: 1 } });
});
