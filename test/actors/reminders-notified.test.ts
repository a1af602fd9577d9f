import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeliverNotification,
  type DeliverNotification,
} from '../../src/actors/deliver-notification.ts';
import { createActOnIncident } from '../../src/actors/operating/act-on-incident.ts';
import type { Reminding } from '../../src/domain/reminding/reminder-rules.ts';
import { createIncidentActs } from '../../src/store/incidents/incident-acts.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

const minute = 60_000;
const usual: Reminding = {
  reminders: { everyMs: 30 * minute, backOff: 2, longestMs: 120 * minute },
  escalation: [{ afterMs: 15 * minute, channels: ['pager'] }],
};

let actors: TestActors;
let one: string;
let reminding: Reminding;
let deliver: DeliverNotification;

beforeAll(async () => {
  actors = await openActors({
    channelIds: ['mail', 'pager'],
    routes: { mode: 'all-matches', routes: [{ match: {}, channels: ['mail'] }], defaultChannels: [] },
    reminding: () => reminding,
  });
});
beforeEach(async () => {
  await actors.reset();
  reminding = usual;
  let token = 0;
  deliver = createDeliverNotification({ ...actors, newToken: () => `t${++token}`, random: () => 0.5 });
  one = (await actors.register('orders', 'one')).instanceId;
  await actors.beat(one);
  await actors.relay();
});
afterAll(() => actors.close());

/** What the sweep finds by now, and every message that is due. */
async function letTimeWork(): Promise<void> {
  await actors.sweepOverdue();
  await actors.relay();
  for (const { notificationId } of [...actors.deliveries]) await deliver(notificationId);
}

async function pass(ms: number): Promise<void> {
  await actors.passTime(ms);
  await letTimeWork();
}

async function fallSilent(): Promise<void> {
  await actors.passTime(timing.intervalMs + timing.graceMs + 1);
  await actors.check(one);
  await actors.passTime(timing.downAfterMs - timing.intervalMs - timing.graceMs - 1);
  await actors.check(one);
  await actors.relay();
  await letTimeWork();
}

async function stayOnTime(forMs: number): Promise<void> {
  for (let ms = 0; ms <= forMs; ms += timing.intervalMs) {
    await actors.beat(one);
    await actors.relay();
    await actors.passTime(timing.intervalMs);
  }
  await actors.beat(one);
  await letTimeWork();
}

const told = async (channelId: string) =>
  (await actors.allNotifications())
    .toReversed()
    .filter((row) => row.channelId === channelId && row.state === 'sent')
    .map(({ kind }) => kind);

const incident = async () => {
  const [found] = await actors.allIncidents();
  if (found === undefined) throw new Error('there is no incident');
  return found;
};

async function acknowledge(): Promise<void> {
  const act = createActOnIncident({
    incidentActs: createIncidentActs(actors.client, actors.partitions),
    meter: actors.meter,
  });
  const { incidentId } = await incident();
  expect(await act(incidentId, { kind: 'acknowledge', by: 'ada', note: null })).toMatchObject({
    kind: 'done',
  });
}

describe('an outage that nobody acknowledges', () => {
  test('is told again later and later, and each time once', async () => {
    await fallSilent();
    for (const minutes of [29, 2, 0, 58, 3, 0]) await pass(minutes * minute);
    expect(await told('mail')).toEqual(['down', 'reminder', 'reminder']);
    const [last] = await actors.allNotifications();
    expect(last?.message).toMatchObject({ kind: 'reminder', relapses: 0 });
  });

  test('is escalated once, and the channel that it reached is told the reminders and the end', async () => {
    await fallSilent();
    await pass(14 * minute);
    expect(await told('pager')).toEqual([]);
    await pass(2 * minute);
    expect(await told('pager')).toEqual(['escalation']);
    await pass(20 * minute);
    await stayOnTime(timing.downAfterMs + 2_000);
    expect(await told('pager')).toEqual(['escalation', 'reminder', 'recovering', 'resolved']);
    expect(await told('mail')).toEqual(['down', 'reminder', 'recovering', 'resolved']);
  });

  test('is reminded of once for all the time in which no worker ran', async () => {
    await fallSilent();
    await pass(20 * 60 * minute);
    expect(await told('mail')).toEqual(['down', 'reminder']);
    expect(await told('pager')).toEqual(['escalation']);
    await pass(59 * minute);
    expect(await told('mail')).toHaveLength(2);
  });

  test('and is over when somebody looks is not said to be Down still', async () => {
    await fallSilent();
    await actors.passTime(40 * minute);
    await actors.beat(one);
    await actors.relay();
    await letTimeWork();
    expect(await told('mail')).toEqual(['down', 'recovering']);
    expect(await told('pager')).toEqual([]);
  });
});

describe('an acknowledgement', () => {
  test('stops reminders and the escalation, and stays with the incident over its relapses', async () => {
    await fallSilent();
    await acknowledge();
    await pass(600 * minute);
    await actors.beat(one);
    await actors.relay();
    await fallSilent();
    await pass(600 * minute);
    expect(await told('mail')).toEqual(['down', 'recovering', 'down']);
    expect(await told('pager')).toEqual([]);
    expect((await incident()).acknowledged?.by).toBe('ada');
  });

  test('that comes before a reminder is sent keeps it from being sent', async () => {
    await fallSilent();
    await actors.passTime(16 * minute);
    await actors.sweepOverdue();
    await actors.relay();
    await acknowledge();
    await letTimeWork();
    const row = (await actors.allNotifications()).find(
      ({ kind, channelId }) => kind === 'escalation' && channelId === 'pager',
    );
    expect(row).toMatchObject({
      state: 'suppressed',
      reason: 'acknowledged by ada before it was sent',
    });
  });

  test('ends with the incident: the next one is reminded of again', async () => {
    await fallSilent();
    await acknowledge();
    await stayOnTime(timing.downAfterMs + 2_000);
    await fallSilent();
    await pass(31 * minute);
    expect((await told('mail')).slice(-2)).toEqual(['down', 'reminder']);
  });
});

describe('new settings while an incident is open', () => {
  test('count from the next look at it on', async () => {
    reminding = { reminders: null, escalation: [] };
    await fallSilent();
    await pass(10 * minute);
    reminding = { reminders: { everyMs: 5 * minute, backOff: 1, longestMs: 5 * minute }, escalation: [] };
    await actors.rollUpService((await incident()).serviceId, []);
    await letTimeWork();
    expect(await told('mail')).toEqual(['down', 'reminder']);
    reminding = { reminders: null, escalation: [] };
    await pass(6 * minute);
    expect(await told('mail')).toEqual(['down', 'reminder']);
  });
});

test('a flapping service is reminded of only after its long silence was told, and is escalated all the same', async () => {
  for (let n = 0; n < 4; n++) {
    await actors.beat(one);
    await actors.relay();
    await fallSilent();
  }
  const before = await told('mail');
  expect(before.filter((kind) => kind === 'down' || kind === 'flapping')).toHaveLength(3);
  await pass(16 * minute);
  await pass(20 * minute);
  const after = (await told('mail')).slice(before.length);
  expect(after).toEqual(['down']);
  expect(await told('pager')).toContain('escalation');
  await pass(11 * minute);
  expect((await told('mail')).slice(before.length)).toEqual(['down', 'reminder']);
});
