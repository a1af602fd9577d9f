import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;
let one: string;

const quietMs = timing.downAfterMs;
const minute = 60_000;

beforeAll(async () => {
  actors = await openActors({ channelIds: ['hook'] });
});
beforeEach(async () => {
  await actors.reset();
  one = (await actors.register('orders', 'one')).instanceId;
  await actors.beat(one);
  await actors.relay();
});
afterAll(() => actors.close());

/** Silent for so long, and Down as soon as it is. */
async function fallSilent(forMs = timing.downAfterMs): Promise<void> {
  await actors.passTime(timing.intervalMs + timing.graceMs + 1);
  await actors.check(one);
  await actors.relay();
  await actors.passTime(timing.downAfterMs - timing.intervalMs - timing.graceMs - 1);
  await actors.check(one);
  await actors.relay();
  if (forMs <= timing.downAfterMs) return;
  await actors.passTime(forMs - timing.downAfterMs);
  await letTimeWork();
}

/** What the sweep finds by now. */
async function letTimeWork(): Promise<void> {
  await actors.rollUpService(actors.ids.serviceId('orders', 'test'), []);
  await actors.relay();
}

/** On time for so long: one heartbeat a second. */
async function stayOnTime(forMs: number): Promise<void> {
  await actors.beat(one);
  await actors.relay();
  for (let passedMs = 0; passedMs < forMs; ) {
    const stepMs = Math.min(timing.intervalMs, forMs - passedMs);
    await actors.passTime(stepMs);
    await actors.beat(one);
    await actors.relay();
    passedMs += stepMs;
  }
  await letTimeWork();
}

/** Heard once and silent again: one more outage. */
async function relapse(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await actors.beat(one);
    await actors.relay();
    await fallSilent();
  }
}

const rows = async () => (await actors.allNotifications()).toReversed();
const told = async () => (await rows()).filter((row) => row.state === 'pending').map((row) => row.kind);
const theIncident = async () => {
  const [incident] = await actors.allIncidents();
  if (incident === undefined) throw new Error('there is no incident');
  return incident;
};

describe('the end of an incident', () => {
  test('comes when its service was on time for the quiet time, at that moment', async () => {
    await fallSilent();
    await stayOnTime(quietMs - 2_000);
    const { recoveredAtMs, state, quietUntilMs } = await theIncident();
    expect({ state, quietUntilMs }).toEqual({
      state: 'recovering',
      quietUntilMs: (recoveredAtMs ?? 0) + quietMs,
    });
    await stayOnTime(3_000);
    expect(await theIncident()).toMatchObject({ state: 'resolved', resolvedAtMs: quietUntilMs });
    expect(await told()).toEqual(['down', 'recovering', 'resolved']);
    expect(actors.said.join('\n')).toMatch(/^Down: .+ s ago\nResolved: .+, after .+ s$/);
  });

  test('is put off by lateness, which begins the quiet time again and never ends it', async () => {
    await fallSilent();
    await actors.beat(one);
    await actors.relay();
    await actors.passTime(timing.intervalMs + timing.graceMs + 1);
    await actors.check(one);
    await actors.relay();
    expect(await theIncident()).toMatchObject({ state: 'recovering', quietUntilMs: null });
    // As late as it gets without being Down, and longer than the quiet time would have been.
    await actors.passTime(2_600);
    await letTimeWork();
    expect((await theIncident()).state).toBe('recovering');
    const { receivedAtMs } = (await actors.beat(one)) as { receivedAtMs: number };
    await actors.relay();
    expect((await theIncident()).quietUntilMs).toBe(receivedAtMs + quietMs);
    await stayOnTime(quietMs);
    expect(await theIncident()).toMatchObject({ state: 'resolved', resolvedAtMs: receivedAtMs + quietMs });
  });

  test('is not put off by an instance that stays Down beside a living one', async () => {
    const two = (await actors.register('orders', 'two')).instanceId;
    await actors.beat(two);
    // Who was heard after the other came is not replaced by it.
    await actors.passTime(5);
    await actors.beat(one);
    await fallSilent();
    await actors.check(two);
    await actors.relay();
    expect((await theIncident()).state).toBe('open');
    await stayOnTime(timing.recoveryWindowMs);
    expect(await actors.status(two)).toBe('Down');
    // Its service is Degraded all the while; that the living one is late is seen nevertheless.
    await actors.passTime(timing.intervalMs + timing.graceMs + 1);
    await actors.check(one);
    await actors.relay();
    expect((await theIncident()).quietUntilMs).toBeNull();
    await stayOnTime(quietMs);
    expect(await actors.status(two)).toBe('Down');
    expect((await theIncident()).state).toBe('resolved');
  });

  test('does not come in a time in which we could not hear', async () => {
    await fallSilent();
    await actors.beat(one);
    await actors.relay();
    await actors.passTime(10 * quietMs, true);
    await letTimeWork();
    expect((await theIncident()).state).toBe('recovering');
    await actors.tick();
    await stayOnTime(quietMs);
    expect((await theIncident()).state).toBe('resolved');
  });

  test('leaves its outage to be remembered, and somebody looks when that is over', async () => {
    await fallSilent();
    await stayOnTime(quietMs + 1_000);
    const { serviceId, outages, incident } = await actors.service('orders');
    expect({ incident, count: outages.count }).toEqual({ incident: null, count: 1 });
    const looksAtMs = Number(await actors.client.zscore(actors.keys.serviceTimer, serviceId));
    expect(looksAtMs).toBe((outages.quietSinceMs ?? 0) + 60 * minute);
  });

  test('comes at once when the last instance deregisters', async () => {
    await fallSilent();
    await actors.beat(one);
    await actors.relay();
    await actors.stopInstance(one);
    await actors.relay();
    expect((await theIncident()).state).toBe('resolved');
  });
});

describe('a relapse', () => {
  test('before the end belongs to the same incident, is told with an id of its own, and in order', async () => {
    await fallSilent();
    await relapse(1);
    expect(await actors.allIncidents()).toMatchObject([{ state: 'open', relapses: 1, recoveredAtMs: null }]);
    const [down, recovering, again] = await rows();
    expect([down?.kind, recovering?.kind, again?.kind]).toEqual(['down', 'recovering', 'down']);
    expect([down?.afterId, recovering?.afterId, again?.afterId]).toEqual([
      null,
      down?.notificationId,
      recovering?.notificationId,
    ]);
    expect(again?.message).toMatchObject({ relapses: 1, silentSinceMs: expect.any(Number) });
  });

  test('after the end is another incident, of a service whose outages are remembered', async () => {
    await fallSilent();
    await stayOnTime(quietMs);
    await fallSilent();
    expect((await actors.allIncidents()).map((incident) => incident.state)).toEqual(['open', 'resolved']);
    await stayOnTime(quietMs);
    expect((await theIncident()).state).toBe('recovering');
    await stayOnTime(7 * quietMs);
    expect((await theIncident()).state).toBe('resolved');
    expect((await actors.service('orders')).outages.count).toBe(2);
  });

  test('the third outage that is remembered begins the flapping, and those after it are not told', async () => {
    await fallSilent();
    await relapse(4);
    expect(await theIncident()).toMatchObject({ relapses: 4, flapping: { hour: { downs: 2 } } });
    expect((await told()).filter((kind) => kind !== 'recovering')).toEqual(['down', 'down', 'flapping']);
    const suppressed = (await rows()).filter((row) => row.state === 'suppressed');
    expect(suppressed.map((row) => [row.kind, row.reason])).toEqual([
      ['down', 'outage 4 of a flapping service: it is part of the hourly summary'],
      ['recovering', 'its outage is part of the hourly summary, and so is its recovery'],
      ['down', 'outage 5 of a flapping service: it is part of the hourly summary'],
    ]);
  });
});

describe('a service that flaps', () => {
  test('is summed up when the hour is over, once, though the wake-up comes twice', async () => {
    await fallSilent();
    await relapse(4);
    const { flapping } = await theIncident();
    await actors.beat(one);
    await actors.relay();
    await fallSilent();
    await actors.passTime(60 * minute);
    await Promise.all([letTimeWork(), letTimeWork()]);
    const sums = (await rows()).filter((row) => 'hour' in row.message);
    expect(sums).toMatchObject([
      { kind: 'flapping', state: 'pending', message: { hour: { fromMs: flapping?.sinceMs, downs: 3 } } },
    ]);
  });

  test('is paged once for fifteen minutes of silence in a row, and again in the next such silence', async () => {
    await fallSilent();
    await relapse(3);
    const before = await told();
    // Half a minute to both sides: the clock of the Redis goes on while the test works.
    await actors.passTime(14.5 * minute - timing.downAfterMs);
    await letTimeWork();
    expect(await told()).toEqual(before);
    await actors.passTime(minute);
    await letTimeWork();
    await letTimeWork();
    expect(await told()).toEqual([...before, 'down']);
    expect((await rows()).at(-1)).toMatchObject({ message: { flaps: true, relapses: 3 } });
    await actors.beat(one);
    await actors.relay();
    await fallSilent(16 * minute);
    expect(await told()).toEqual([...before, 'down', 'recovering', 'down']);
  });
});

test('an incident that version 0.1 left open goes on by the new rule', async () => {
  await fallSilent();
  const { client, keys } = actors;
  const incident = await theIncident();
  const { silentSinceMs: _s, silentMs: _m, quietUntilMs: _q, flapping: _f, told: _t, ...old } = incident;
  await client.set(keys.incident(incident.incidentId), JSON.stringify(old));
  await client.hdel(keys.service(incident.serviceId), 'outages', 'quietSinceMs', 'gapsSinceMs', 'lateAtMs');
  expect((await actors.service('orders')).outages).toEqual({ count: 1, quietSinceMs: null });
  expect(await theIncident()).toMatchObject({ quietUntilMs: null, flapping: null, told: { last: 'down' } });
  await stayOnTime(quietMs - 2_000);
  expect((await theIncident()).state).toBe('recovering');
  await stayOnTime(3_000);
  expect((await theIncident()).state).toBe('resolved');
  expect((await told()).at(-1)).toBe('resolved');
});
