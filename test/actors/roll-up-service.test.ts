import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InstanceChanged } from '../../src/domain/events.ts';
import { createEventStream } from '../../src/store/events/event-stream.ts';
import { lives } from './lives.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors({ policies: [{ match: { service: 'pair' }, minInstances: 2 }] });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const { living, goDown } = lives(() => actors);

/** Rolls up what only the time changes. */
async function rollUp(serviceName = 'orders'): Promise<void> {
  await actors.rollUpService(actors.ids.serviceId(serviceName, 'test'), []);
  await actors.relay();
}

/** Beats once a second, so many times, while the sweep looks after the time. */
async function stayOnTime(instanceId: string, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await actors.passTime(1_000);
    await actors.beat(instanceId);
    await actors.relay();
    await actors.sweepOverdue();
    await actors.relay();
  }
}

const status = async (serviceName = 'orders') => (await actors.service(serviceName)).state.status;

test('the next outage begins no sooner than the last one ended, so that it is another incident', async () => {
  const one = await living('one');
  await goDown(one);
  await actors.relay();
  expect((await actors.service('orders')).lastHeardAtMs).toBeLessThan((await actors.view(one)).nowMs - 3_000);
  await actors.beat(one);
  await actors.relay();
  const { lastHeardAtMs, state } = await actors.service('orders');
  expect(state.status).toBe('Recovered');
  expect(lastHeardAtMs).toBe(state.sinceMs);
});

test('the latest Down is remembered, in whatever order they are told', async () => {
  const [one, two] = [await living('one'), await living('two')];
  await living('three');
  const { serviceId, nowMs } = await actors.view(one);
  const down = (instanceId: string, atMs: number): InstanceChanged => ({
    ...{
      type: 'instance.changed',
      serviceId,
      instanceId,
      from: 'Degraded',
      fromSinceMs: atMs - 5,
      to: 'Down',
    },
    ...{ atMs, silentSinceMs: atMs - 10 },
  });
  await actors.rollUpService(serviceId, [down(one, nowMs - 10)]);
  await actors.rollUpService(serviceId, [down(two, nowMs - 20)]);
  expect((await actors.service('orders')).state.lastDownAtMs).toBe(nowMs - 10);
});

test('an outage from the first silence to resolved has one incident with the true times', async () => {
  const one = await living('one');
  const { silentSinceMs: lastHeardAtMs } = (await actors.view(one)).state;
  await actors.relay();
  await actors.passTime(2_000);
  await actors.check(one);
  await actors.relay();
  expect(await status()).toBe('Degraded');
  await actors.passTime(2_000);
  await actors.check(one);
  await actors.relay();
  expect(await status()).toBe('Down');
  const [open] = await actors.allIncidents();
  expect(open).toMatchObject({ state: 'open', startedAtMs: lastHeardAtMs, relapses: 0 });
  expect((await actors.service('orders')).incident?.incidentId).toBe(open?.incidentId);

  const answer = (await actors.beat(one)) as { receivedAtMs: number };
  await actors.relay();
  expect(await status()).toBe('Recovered');
  await actors.passTime(1_000);
  await actors.beat(one);
  await actors.passTime(1_000);
  await actors.check(one);
  await actors.relay();
  expect(await status()).toBe('Healthy');
  const resolvedAtMs = answer.receivedAtMs + timing.downAfterMs;
  expect((await actors.allIncidents())[0]).toMatchObject({ state: 'recovering', quietUntilMs: resolvedAtMs });
  await stayOnTime(one, 3);
  const [resolved] = await actors.allIncidents();
  expect(resolved).toMatchObject({
    incidentId: open?.incidentId,
    state: 'resolved',
    recoveredAtMs: answer.receivedAtMs,
    resolvedAtMs,
  });
  expect(resolved?.timeline.map((entry) => ('to' in entry ? `${entry.from} ${entry.to}` : 'an act'))).toEqual(
    ['Healthy Degraded', 'Degraded Down', 'Down Recovered', 'Recovered Healthy'],
  );
  expect((await actors.service('orders')).incident).toBeNull();
  expect(await actors.client.hget(actors.keys.totals, 'incidents:open')).toBe('0');
});

test('one of two instances that is Down makes the service Degraded, and no incident', async () => {
  const [two, one] = [await living('two'), await living('one')];
  await actors.passTime(timing.downAfterMs);
  await actors.beat(two);
  await actors.check(one);
  await actors.relay();
  expect(await status()).toBe('Degraded');
  expect(await actors.allIncidents()).toEqual([]);
});

test('a graceful stop of all makes the service Stopped, and no incident', async () => {
  const [one, two] = [await living('one'), await living('two')];
  await actors.stopInstance(one);
  await actors.stopInstance(two);
  await actors.relay();
  expect(await status()).toBe('Stopped');
  expect(await actors.allIncidents()).toEqual([]);
});

test('two workers that read the same events come to the same: one incident, each event once', async () => {
  const ids = await Promise.all(['one', 'two', 'three'].map((key) => living(key)));
  await goDown(...ids);
  const changes = (await actors.read('racing')).filter(
    (event): event is InstanceChanged => event.type === 'instance.changed',
  );
  const serviceId = actors.ids.serviceId('orders', 'test');
  await Promise.all([
    actors.rollUpService(serviceId, changes),
    actors.rollUpService(serviceId, changes),
    actors.rollUpService(serviceId, changes.slice(-3)),
  ]);
  // Read again from the beginning, as after a crash before the acknowledgement.
  await actors.rollUpService(serviceId, changes);
  expect(await status()).toBe('Down');
  expect(await actors.allIncidents()).toHaveLength(1);
  const all = await actors.read('all');
  expect(all.filter((event) => event.type === 'incident.changed')).toHaveLength(1);
  expect(await actors.client.hget(actors.keys.totals, 'incidents:open')).toBe('1');
  expect(actors.metered.filter((text) => text === 'incident opened')).toHaveLength(1);
});

describe('an outage that nobody rolled up while it lasted', () => {
  test('is found in the events: it opens an incident and resolves it', async () => {
    const one = await living('one');
    await actors.relay();
    await goDown(one);
    await actors.beat(one);
    await actors.relay();
    expect(await status()).toBe('Recovered');
    expect((await actors.allIncidents())[0]).toMatchObject({ state: 'recovering', relapses: 0 });
    await stayOnTime(one, 5);
    expect((await actors.allIncidents()).map((incident) => incident.state)).toEqual(['resolved']);
    const kinds = (await actors.allNotifications()).map((row) => row.kind);
    expect(kinds.sort()).toEqual(['down', 'recovering', 'resolved']);
  });

  test('is found once, though the events are read twice', async () => {
    const one = await living('one');
    await actors.relay();
    await goDown(one);
    await actors.beat(one);
    const again = createEventStream(actors.client, actors.client, actors.keys, 'again', 'a');
    await again.ensureGroup();
    await actors.relay();
    const changes = (await again.next(1))
      .map((entry) => entry.event)
      .filter((event): event is InstanceChanged => event.type === 'instance.changed');
    await actors.rollUpService(actors.ids.serviceId('orders', 'test'), changes);
    expect(await actors.allIncidents()).toHaveLength(1);
    expect((await actors.allIncidents())[0]?.relapses).toBe(0);
  });
});

describe('a service with too few instances', () => {
  test('is Down after downAfter, and the sweep needs no event for it', async () => {
    const [one] = [await living('one', 'pair'), await living('two', 'pair')];
    await actors.relay();
    await actors.stopInstance(one);
    await actors.relay();
    expect(await status('pair')).toBe('Healthy');
    await actors.passTime(timing.downAfterMs);
    await actors.beat(actors.ids.instanceId(actors.ids.serviceId('pair', 'test'), 'two'));
    await actors.sweepOverdue();
    expect(await status('pair')).toBe('Down');
    expect(await actors.allIncidents()).toHaveLength(1);
  });

  test('is not Down for a time in which nobody could register, whether it goes on or is over', async () => {
    const [one, two] = [await living('one', 'pair'), await living('two', 'pair')];
    await actors.relay();
    await actors.stopInstance(one);
    await actors.relay();
    await actors.passTime(10 * timing.downAfterMs, true);
    await rollUp('pair');
    expect(await status('pair')).toBe('Healthy');
    await actors.tick();
    await actors.beat(two);
    await rollUp('pair');
    expect(await status('pair')).toBe('Healthy');
    await actors.passTime(timing.downAfterMs);
    await actors.beat(two);
    await rollUp('pair');
    expect(await status('pair')).toBe('Down');
    await actors.relay();
    const [row] = await actors.allNotifications();
    expect(row?.message).toMatchObject({ kind: 'down', minInstances: 2, instances: { Healthy: 1 } });
  });
});

test('a second outage within an incident is said in the terminal as the first is', async () => {
  const one = await living('one');
  for (const _ of ['first', 'second']) {
    await goDown(one);
    await actors.relay();
    await actors.beat(one);
    await actors.relay();
  }
  expect(actors.said.join('\n')).toMatch(
    /^Down: .+ ago\nDown: orders \(test\) again; outage 2 of the same incident$/,
  );
});
