import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeliverNotification,
  type DeliverNotification,
} from '../../../src/actors/deliver-notification.ts';
import { createActOnIncident } from '../../../src/actors/operating/act-on-incident.ts';
import type { Reminding } from '../../../src/domain/reminding/reminder-rules.ts';
import { createIncidentActs } from '../../../src/store/incidents/incident-acts.ts';
import { describedAs } from '../../store/open-store.ts';
import { openActors, type TestActors } from '../open-actors.ts';

const reminding: Reminding = {
  // Far from each other: the clock also runs while the machine is slow.
  reminders: { everyMs: 20_000, backOff: 1, longestMs: 20_000 },
  escalation: [
    { afterMs: 24_000, channels: ['pager'] },
    { afterMs: 36_000, channels: ['pager', 'managers'] },
  ],
};

let actors: TestActors;
let deliver: DeliverNotification;
let all: string[];

beforeAll(async () => {
  actors = await openActors({
    channelIds: ['mail', 'pager', 'managers'],
    routes: { mode: 'all-matches', routes: [{ match: {}, channels: ['mail'] }], defaultChannels: [] },
    reminding: () => reminding,
  });
});
beforeEach(async () => {
  await actors.reset();
  let token = 0;
  deliver = createDeliverNotification({ ...actors, newToken: () => `token-${++token}`, random: () => 0.5 });
  actors.dependencies.rules = [{ match: { service: 'orders' }, dependsOn: ['payments'] }];
  actors.silences.of = async () => null;
  all = [await start('payments'), await start('orders')];
});
afterAll(() => actors.close());

async function start(serviceName: string): Promise<string> {
  const { instanceId } = await actors.registerInstance(describedAs(serviceName, 'one'));
  await actors.beat(instanceId);
  return instanceId;
}

/** Everything that is due now, until nothing is. */
async function work(): Promise<void> {
  await actors.sweepOverdue();
  await actors.relay();
  for (const { notificationId } of [...actors.deliveries]) await deliver(notificationId);
}

/** So much time, in steps of a second in which these send heartbeats and everything that is due is done. */
async function pass(ms: number, beating: readonly string[] = []): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await actors.passTime(1_000);
    for (const instanceId of beating) await actors.beat(instanceId);
    for (const instanceId of all) if (!beating.includes(instanceId)) await actors.check(instanceId);
    await work();
  }
}

/** The messages about `orders` that were sent, and how long after its Down each was decided. */
async function ofOrders() {
  const rows = (await actors.allNotifications()).filter(
    ({ message, state }) => 'serviceName' in message && message.serviceName === 'orders' && state === 'sent',
  );
  const downAtMs = rows.find(({ kind }) => kind === 'down')?.decidedAtMs ?? 0;
  return rows
    .map(({ kind, channelId, decidedAtMs = 0 }) => ({ kind, channelId, afterMs: decidedAtMs - downAtMs }))
    .toSorted((a, b) => a.afterMs - b.afterMs || a.channelId.localeCompare(b.channelId));
}

const said = async () => (await ofOrders()).map(({ kind, channelId }) => `${kind} ${channelId}`);
const times = async (kind: string, channelId: string) =>
  (await ofOrders())
    .filter((one) => one.kind === kind && one.channelId === channelId)
    .map(({ afterMs }) => afterMs);

/** `payments` and what needs it are Down for long; then `payments` is back, and `orders` is not. */
async function onlyOrdersStaysDown(): Promise<void> {
  await pass(45_000);
  expect(await said()).toEqual([]);
  await pass(6_000, [all[0] ?? '']);
}

describe('a Down that waited for what its service needs', () => {
  test('is told alone: nothing is said again in the moment in which it is told', async () => {
    await onlyOrdersStaysDown();
    expect(await said()).toEqual(['down mail']);
    const rows = (await actors.allNotifications()).filter(
      ({ kind, message }) =>
        ['reminder', 'escalation'].includes(kind) &&
        'serviceName' in message &&
        message.serviceName === 'orders',
    );
    expect(rows).toEqual([]);
  });

  test('has its reminders and its escalation counted from when it was told', async () => {
    await onlyOrdersStaysDown();
    await pass(42_000, [all[0] ?? '']);
    const [step] = await times('escalation', 'pager');
    expect(step).toBeGreaterThanOrEqual(24_000);
    const [manager] = await times('escalation', 'managers');
    expect(manager).toBeGreaterThanOrEqual(36_000);
    const [reminder, second] = await times('reminder', 'mail');
    expect(reminder).toBeGreaterThanOrEqual(20_000);
    expect((second ?? 0) - (reminder ?? 0)).toBeGreaterThanOrEqual(19_000);
  });

  test('is told with its true times, and what follows says how long it is by then', async () => {
    await onlyOrdersStaysDown();
    await pass(42_000, [all[0] ?? '']);
    const mine = actors.sent.filter(({ serviceName }) => serviceName === 'orders');
    const down = mine.find(({ kind }) => kind === 'down');
    expect(down).toMatchObject({ heldBack: { because: expect.stringMatching(/^depends on payments/) } });
    const escalations = mine.filter(({ kind }) => kind === 'escalation');
    expect(escalations.length).toBeGreaterThan(0);
    const rows = await actors.allNotifications();
    for (const message of escalations) {
      const row = rows.find(({ notificationId }) => notificationId === message.notificationId);
      expect(message.unacknowledgedMs).toBe((row?.decidedAtMs ?? 0) - (down?.detectedAtMs ?? 0));
    }
  });
});

test('a Down that waited for the end of a maintenance is told alone, too', async () => {
  actors.dependencies.rules = [];
  actors.silences.of = async (_, atMs) => ({ untilMs: atMs + 1_000, words: 'maintenance' });
  await pass(45_000);
  expect(await said()).toEqual([]);
  actors.silences.of = async () => null;
  await pass(3_000);
  expect(await said()).toEqual(['down mail']);
});

test('escalations that waited for the end of a maintenance are one message to a channel', async () => {
  actors.dependencies.rules = [];
  await pass(5_000);
  expect(await said()).toEqual(['down mail']);
  actors.silences.of = async (_, atMs) => ({ untilMs: atMs + 1_000, words: 'maintenance' });
  await pass(45_000);
  actors.silences.of = async () => null;
  await pass(3_000);
  const escalations = (await said()).filter((text) => text.startsWith('escalation'));
  expect(escalations.toSorted()).toEqual(['escalation managers', 'escalation pager']);
});

test('after an hour in which no worker ran, a channel gets one message of all that is overdue, and it is true', async () => {
  actors.dependencies.rules = [];
  await pass(5_000);
  await actors.passTime(3_600_000);
  for (let n = 0; n < 3; n++) await work();
  expect((await said()).toSorted()).toEqual([
    ...['down mail', 'escalation managers', 'escalation pager', 'reminder mail'],
  ]);
  const late = actors.sent.filter(({ kind, serviceName }) => serviceName === 'orders' && kind !== 'down');
  for (const { unacknowledgedMs } of late) expect(unacknowledgedMs).toBeGreaterThanOrEqual(3_600_000);
});

test.each(['acknowledged', 'resolved'] as const)(
  'an escalation that is tried again is not sent once the incident is %s',
  async (state) => {
    actors.dependencies.rules = [];
    await pass(20_000);
    expect(await said()).not.toContain('escalation pager');
    actors.outcomes.push(
      ...Array.from({ length: 100 }, () => ({ kind: 'failed' as const, permanent: false, reason: '503' })),
    );
    await pass(13_000);
    const ofPager = async () =>
      (await actors.allNotifications()).find(
        ({ kind, channelId, message }) =>
          kind === 'escalation' &&
          channelId === 'pager' &&
          'serviceName' in message &&
          message.serviceName === 'orders',
      );
    const tried = await ofPager();
    expect(tried).toMatchObject({ state: 'pending', reason: '503' });
    const act = createActOnIncident({
      incidentActs: createIncidentActs(actors.client, actors.partitions),
      meter: actors.meter,
    });
    const kind = state === 'acknowledged' ? 'acknowledge' : 'resolve';
    await act(tried?.incidentId ?? '', { kind, by: 'ada', note: null });
    actors.outcomes.length = 0;
    await actors.passTime(60_000);
    for (let n = 0; n < 3; n++) await work();
    expect(await ofPager()).toMatchObject({
      state: 'suppressed',
      reason:
        state === 'acknowledged'
          ? 'acknowledged by ada before it was sent'
          : 'the incident was resolved before it was sent',
    });
    expect(await said()).not.toContain('escalation pager');
  },
);
