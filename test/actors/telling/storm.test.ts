import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeliverNotification,
  type DeliverNotification,
} from '../../../src/actors/deliver-notification.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import type { Storms } from '../../../src/actors/ports/storms.ts';
import type { DigestMessage, Message } from '../../../src/domain/messages.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { AttemptOutcome } from '../../../src/domain/retry-schedule.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';
import { openActors, type TestActors } from '../open-actors.ts';
import { openStormLimit } from './open-storm-limit.ts';

let actors: TestActors;
const sent: Message[] = [];
const outcomes: AttemptOutcome[] = [];
/** Two workers, as they run beside each other. */
let workers: DeliverNotification[];

/** A worker whose store may be made to fail. */
function worker(name: string, change?: (storms: Storms) => Partial<Storms>): DeliverNotification {
  const channel: Channel = {
    ...{ channelId: 'hook', type: 'email', followsUp: false, limit: { burst: 5, perMinute: 5 } },
    async send(message) {
      sent.push(message);
      return outcomes.shift() ?? { kind: 'sent' };
    },
    close: async () => undefined,
  };
  const channels = new Map([['hook', channel]]);
  let token = 0;
  return createDeliverNotification({
    ...{ ...actors, channels, newToken: () => `${name} ${++token}`, random: () => 0.5 },
    ...openStormLimit(actors, { channels, deliveryQueue: actors.deliveryQueue }, change),
  });
}

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(async () => {
  await actors.reset();
  sent.length = 0;
  outcomes.length = 0;
  workers = [worker('one'), worker('two')];
});
afterAll(() => actors.close());

const rowOf = async (notificationId: string) => {
  const row = await actors.readings.notification(notificationId);
  if (row === null) throw new Error('there is no such message');
  return row;
};
const incidentId = (i: number) => actors.ids.incidentId(actors.ids.serviceId('orders', 'test'), i + 1);

/** The message of one incident, planned now. */
async function plan(i: number, kind: 'down' | 'resolved' = 'down', more: { message?: Message } = {}) {
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  const downId = actors.ids.notificationId(incidentId(i), 'down', 'hook');
  const after = kind === 'resolved' ? { afterId: downId, afterName: 'down' } : {};
  const row = rowFor(
    actors,
    { incidentId: incidentId(i), kind, createdAtMs: nowMs, nextAttemptAtMs: nowMs, ...after, ...more },
    kind,
  );
  const named = {
    ...row,
    message: { ...row.message, serviceName: `service-${i}` } as Notification['message'],
  };
  await actors.notifications.plan([named]);
  return row.notificationId;
}

const deliver = (id: string, by = 0) => (workers[by] ?? worker('more'))(id);

/** So many Downs; the first five are sent, the others wait in a digest. */
async function storm(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await plan(i));
  await Promise.all(ids.map((id, i) => deliver(id, i % 2)));
  return ids;
}

async function digestId(): Promise<string> {
  const rows = (await actors.allNotifications()).filter(({ kind }) => kind === 'digest');
  expect(rows).toHaveLength(1);
  return rows[0]?.notificationId ?? '';
}
const digests = () => sent.filter((message): message is DigestMessage => message.kind === 'digest');

describe('a storm', () => {
  test('has five messages and one digest, and each of its rows says where it is told', async () => {
    const ids = await storm(40);
    expect(sent).toHaveLength(5);
    const rows = await Promise.all(ids.map(rowOf));
    expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(5);
    const folded = rows.filter(({ state }) => state === 'suppressed');
    expect(folded).toHaveLength(35);
    const digest = await rowOf(await digestId());
    expect(digest).toMatchObject({ state: 'pending', serviceId: null, attempts: 0 });
    for (const row of folded) {
      expect(row.digestId).toBe(digest.notificationId);
      expect(row.reason).toMatch(/^in the digest of \d\d:\d\d UTC$/);
    }
    await actors.passTime(10_001);
    expect(await deliver(digest.notificationId)).toEqual({ kind: 'done' });
    expect(digests()).toHaveLength(1);
    expect(digests()[0]).toMatchObject({ messages: 35, incidents: 35 });
    const told = [
      ...sent.flatMap((message) => ('serviceName' in message ? [message.serviceName] : [])),
      ...digests().flatMap(({ lines }) => lines.map(({ serviceName }) => serviceName)),
    ];
    expect(new Set(told).size).toBe(40);
    expect(told).toHaveLength(40);
    expect((await rowOf(digest.notificationId)).state).toBe('sent');
    expect(await actors.client.exists(actors.keys.digestEntries(digest.notificationId))).toBe(0);
  });

  test('has the wake-up of its digest when it begins, and only one', async () => {
    await storm(20);
    const id = await digestId();
    expect(actors.deliveries.filter(({ notificationId }) => notificationId === id)).toHaveLength(1);
    expect(await deliver(id)).toMatchObject({ kind: 'later', attempts: 0 });
  });

  test('of what the monitor says of itself is not limited', async () => {
    await storm(6);
    const message = { ...rowFor(actors).message, environment: '~rehearsal' } as Message;
    const id = await plan(77, 'down', { message });
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect((await rowOf(id)).state).toBe('sent');
  });
});

describe('the end of an outage', () => {
  test('follows its Down into the digest that is open', async () => {
    await storm(8);
    await deliver(await plan(7, 'resolved'));
    await actors.passTime(10_001);
    await deliver(await digestId());
    const line = digests()[0]?.lines.find(({ incidentId: id }) => id === incidentId(7));
    expect(line?.kinds).toEqual(['down', 'resolved']);
  });

  test('is told after a digest that told its Down, also singly', async () => {
    await storm(8);
    const digest = await digestId();
    await actors.passTime(60_000);
    outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
    await deliver(digest);
    const end = await plan(7, 'resolved');
    expect(await deliver(end)).toMatchObject({ kind: 'later' });
    expect(sent.filter(({ kind }) => kind === 'resolved')).toEqual([]);
    await actors.passTime(5_000);
    await deliver(digest);
    await deliver(end);
    expect(sent.map(({ kind }) => kind).slice(-2)).toEqual(['digest', 'resolved']);
  });

  test('is told though its Down was given up with its digest: it is not lost in silence', async () => {
    await storm(8);
    const digest = await digestId();
    await actors.passTime(60_000);
    outcomes.push({ kind: 'failed', permanent: true, reason: 'answered 410' });
    await deliver(digest);
    expect((await rowOf(digest)).state).toBe('dead');
    const down = await rowOf(actors.ids.notificationId(incidentId(7), 'down', 'hook'));
    expect(down.digest).toEqual({ state: 'dead' });
    await deliver(await plan(7, 'resolved'));
    expect(sent.at(-1)?.kind).toBe('resolved');
  });
});

describe('a worker that dies', () => {
  test('between the line and the row leaves a message that is told once', async () => {
    const ids = await storm(7);
    const id = await plan(8);
    const dying = worker('dying', (real) => ({
      async commit(...about) {
        await real.commit(...about);
        throw new Error('killed');
      },
    }));
    await expect(dying(id)).rejects.toThrow('killed');
    expect((await rowOf(id)).state).toBe('sending');
    await actors.passTime(20_001);
    await deliver(await digestId());
    expect(digests()[0]?.messages).toBe(3);
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect(await rowOf(id)).toMatchObject({ state: 'suppressed', digestId: await digestId() });
    expect(sent).toHaveLength(6);
    expect(ids).toHaveLength(7);
  });

  test('between the end of a digest and what it says leaves one that the next worker sends', async () => {
    await storm(8);
    const id = await digestId();
    await actors.passTime(10_001);
    const dying = worker('dying', () => ({
      entries: async () => {
        throw new Error('killed');
      },
    }));
    await expect(dying(id)).rejects.toThrow('killed');
    await actors.passTime(20_001);
    expect(await deliver(id, 1)).toEqual({ kind: 'done' });
    expect(digests()).toHaveLength(1);
    expect(digests()[0]?.messages).toBe(3);
  });
});

describe('a digest', () => {
  test('that fails is tried again and says the same; what comes meanwhile waits for the next one', async () => {
    await storm(8);
    const first = await digestId();
    await actors.passTime(10_001);
    outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
    expect(await deliver(first)).toMatchObject({ kind: 'later', attempts: 1, delayMs: 5_000 });
    for (let i = 20; i < 24; i++) await deliver(await plan(i));
    const second = (await actors.allNotifications()).find(
      ({ kind, notificationId }) => kind === 'digest' && notificationId !== first,
    );
    expect(second?.afterId).toBe(first);
    await actors.passTime(60_000);
    expect(await deliver(second?.notificationId ?? '')).toMatchObject({ kind: 'later', attempts: 0 });
    // While it waits it goes on collecting.
    await deliver(await plan(25));
    await deliver(first);
    await deliver(second?.notificationId ?? '');
    expect(digests().map(({ messages }) => messages)).toEqual([3, 3, 5]);
    expect(digests()[0]).toEqual(digests()[1]);
  });

  test('that was given up before it ended takes no more messages, and can be replayed with what it has', async () => {
    await storm(8);
    const id = await digestId();
    await actors.passTime(10_001);
    const reason = 'channel "hook" is not configured';
    await actors.notifications.abandon({ notificationId: id, channelId: 'hook', attempts: 0 }, reason);
    expect(await rowOf(id)).toMatchObject({ state: 'dead', reason });
    await deliver(await plan(30));
    expect((await rowOf(actors.ids.notificationId(incidentId(30), 'down', 'hook'))).digestId).not.toBe(id);
    await actors.client.hset(actors.keys.notification(id), 'state', 'pending', 'replayedAtMs', 1);
    await deliver(id);
    expect(digests()[0]?.messages).toBe(3);
  });
});
