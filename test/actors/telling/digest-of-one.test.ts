import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverNotification } from '../../../src/actors/deliver-notification.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import type { Message } from '../../../src/domain/messages.ts';
import type { Notification } from '../../../src/domain/notification.ts';
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

/** A worker with one channel that takes a message a minute; `sent` is what it sends. */
function openWorker() {
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
  return { sent, outcomes, deliver };
}

/** The first goes out, the second into a digest, whose row this is, when it is due. */
async function digestOf(
  deliver: ReturnType<typeof openWorker>['deliver'],
): Promise<{ digestId: string; row: Notification }> {
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  const rows = [1, 2].map((i) => {
    const incidentId = actors.ids.incidentId(actors.ids.serviceId('orders', 'test'), i);
    return rowFor(actors, { incidentId, createdAtMs: nowMs, nextAttemptAtMs: nowMs }, 'down');
  });
  await actors.notifications.plan(rows);
  for (const { notificationId } of rows) await deliver(notificationId);
  const digest = (await actors.allNotifications()).find(({ kind }) => kind === 'digest');
  await actors.passTime(10_001);
  const [, row] = rows;
  if (digest === undefined || row === undefined) throw new Error('there is a digest');
  return { digestId: digest.notificationId, row };
}

test('a digest of one message is sent as that message, also when it is tried again, and its row stays a digest', async () => {
  const { sent, outcomes, deliver } = openWorker();
  const { digestId, row: second } = await digestOf(deliver);
  outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
  await deliver(digestId);
  await actors.passTime(5_000);
  await deliver(digestId);

  expect(sent).toHaveLength(3);
  const acknowledgeUrl = `http://monitor/${second.notificationId}`;
  expect(sent[1]).toEqual({
    message: { ...second.message, notificationId: digestId, acknowledgeUrl },
    link: true,
  });
  expect(sent[2]).toEqual(sent[1]);
  const row = await actors.readings.notification(digestId);
  expect(row).toMatchObject({ state: 'sent', kind: 'digest', message: { messages: 1, incidents: 1 } });
});

test('a digest of one message says that its outage is over, or that somebody came, if that is so by now', async () => {
  const { sent, deliver } = openWorker();
  const { digestId, row } = await digestOf(deliver);
  const { incidentId } = row;
  const incident = { incidentId, state: 'recovering', acknowledged: null, flapping: null, told: {} };
  await actors.client.set(actors.partitions.of(incidentId).incident(incidentId), JSON.stringify(incident));
  await deliver(digestId);
  expect(sent[1]?.message).toMatchObject({ kind: 'digest', lines: [{ kinds: ['down', 'recovering'] }] });
});
