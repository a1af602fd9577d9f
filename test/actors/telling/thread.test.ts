import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverNotification } from '../../../src/actors/deliver-notification.ts';
import type { Channel, InThread } from '../../../src/actors/ports/notifications.ts';
import type { IncidentMessageKind } from '../../../src/domain/message-kinds.ts';
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

type Sent = { kind: string } & Pick<InThread, 'step' | 'reference' | 'mayBeThere'>;

/** A channel that changes what it sent, with a limit of one message. */
async function open() {
  const sent: Sent[] = [];
  const outcomes: AttemptOutcome[] = [];
  const channel: Channel = {
    ...{ channelId: 'hook', type: 'slack', followsUp: true, changes: true },
    limit: { burst: 1, perMinute: 1 },
    async send({ kind }, _signal, _before, at) {
      if (at !== undefined)
        sent.push({ kind, step: at.step, reference: at.reference, mayBeThere: at.mayBeThere });
      return outcomes.shift() ?? { kind: 'sent', reference: 'C1 17' };
    },
    close: async () => undefined,
  };
  const channels = new Map([['hook', channel]]);
  let token = 0;
  const deliver = createDeliverNotification({
    ...{ ...actors, channels, newToken: () => `token ${++token}`, random: () => 0.5 },
    ...openStormLimit(actors, { channels, deliveryQueue: actors.deliveryQueue }),
  });
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  let planned = 0;
  /** Plans a message of the incident, after `afterId`, and tries to deliver it. */
  const tell = async (kind: IncidentMessageKind, name: string, afterId: string | null) => {
    const createdAtMs = nowMs + planned++;
    const times = { createdAtMs, nextAttemptAtMs: nowMs };
    const row = rowFor(actors, { kind, changes: true, channelType: 'slack', afterId, ...times }, name);
    await actors.notifications.plan([row]);
    await deliver(row.notificationId);
    return row.notificationId;
  };
  const rowOf = (id: string) => actors.readings.notification(id);
  return { sent, outcomes, deliver, tell, rowOf };
}

test('what a digest tells is changed in the message of its outage all the same, also when it is tried again', async () => {
  const { sent, outcomes, deliver, tell, rowOf } = await open();
  const down = await tell('down', 'down', null);
  outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
  const resolved = await tell('resolved', 'resolved', down);
  await actors.passTime(6_000);
  await deliver(resolved);
  expect(sent).toEqual([
    { kind: 'down', step: 'begin', reference: null, mayBeThere: false },
    { kind: 'resolved', step: 'change', reference: 'C1 17', mayBeThere: false },
    { kind: 'resolved', step: 'change', reference: 'C1 17', mayBeThere: true },
  ]);
  const digest = (await actors.allNotifications()).find(({ kind }) => kind === 'digest');
  expect(await rowOf(resolved)).toMatchObject({ state: 'sent', digestId: digest?.notificationId });
});

test('a change uses nothing of the limit: nobody reads one more message', async () => {
  const { sent, tell, rowOf } = await open();
  const down = await tell('down', 'down', null);
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await tell('recovering', `recovering ${n}`, down));
  expect(sent.map(({ step }) => step)).toEqual(['begin', ...ids.map(() => 'change')]);
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'sent' });
  expect((await actors.allNotifications()).some(({ kind }) => kind === 'digest')).toBe(false);
});

test('what could only change a message that is not there is not sent, and its row says so', async () => {
  const { sent, outcomes, tell, rowOf } = await open();
  // The receiver took it and said nothing of where it stands.
  outcomes.push({ kind: 'sent' });
  const down = await tell('down', 'down', null);
  const recovering = await tell('recovering', 'recovering 0', down);
  expect(sent).toHaveLength(1);
  expect(await rowOf(recovering)).toMatchObject({
    state: 'suppressed',
    reason: 'this channel has no message of this outage that it could change',
  });
});
