import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createActOnIncident } from '../../src/actors/operating/act-on-incident.ts';
import { formatMessage } from '../../src/channels/wording/format-message.ts';
import type { IncidentMessage } from '../../src/domain/messages.ts';
import { createIncidentActs } from '../../src/store/incidents/incident-acts.ts';
import { blindAfterMs } from '../store/open-store.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

async function goDown(instanceId: string, afterMs = timing.downAfterMs): Promise<void> {
  await actors.passTime(afterMs);
  await actors.check(instanceId);
  await actors.relay();
}

/** The latest message. */
async function told(): Promise<IncidentMessage> {
  const message = (await actors.allNotifications())[0]?.message;
  if (message === undefined || !('startedAtMs' in message) || 'groupId' in message)
    throw new Error('nothing was told');
  return message;
}

const factsOf = (message: IncidentMessage) =>
  new Map(formatMessage(message).facts.map(({ name, value }) => [name, value]));

describe('a Down of who registered and never beat', () => {
  test('says that it was never heard, and calls no registration a heartbeat', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const { registeredAtMs } = await actors.view(instanceId);
    await goDown(instanceId);
    const message = await told();
    expect(message.registration).toEqual({ atMs: registeredAtMs, lastBeatAtMs: null });
    expect(factsOf(message).get('Last heartbeat')).toBe('never');
    expect(formatMessage(message).subject).toMatch(/registered at .* UTC, no heartbeat yet$/);
  });

  test('tells the heartbeat before the registration, however often it registered after that', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const { receivedAtMs } = (await actors.beat(instanceId)) as { receivedAtMs: number };
    await actors.passTime(1_000);
    await actors.register('orders', 'one');
    const first = await actors.view(instanceId);
    await actors.passTime(1_000);
    await actors.register('orders', 'one');
    await goDown(instanceId);
    const message = await told();
    const { startedAtMs, registration } = message;
    expect(startedAtMs).toBe(first.state.silentSinceMs);
    expect(registration).toEqual({ atMs: first.registeredAtMs, lastBeatAtMs: receivedAtMs });
  });

  test('is told so also when it was heard again meanwhile', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const { registeredAtMs } = await actors.view(instanceId);
    await actors.passTime(timing.downAfterMs);
    await actors.check(instanceId);
    await actors.beat(instanceId);
    const serviceId = actors.ids.serviceId('orders', 'test');
    await actors.relay();
    // Both may be planned in the same millisecond: their order in the list says nothing.
    const rows = await actors.allNotifications();
    const down = rows.find(({ kind }) => kind === 'down');
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['down', 'recovering']);
    expect(down?.serviceId).toBe(serviceId);
    expect(down?.message).toMatchObject({ registration: { atMs: registeredAtMs, lastBeatAtMs: null } });
  });

  test('is no matter for who beat', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    await goDown(instanceId);
    expect(await told()).not.toHaveProperty('registration');
  });
});

describe('the silence that is told', () => {
  let one: string;

  beforeEach(async () => {
    one = (await actors.register('orders', 'one')).instanceId;
    await actors.beat(one);
    await actors.relay();
  });

  async function comeBack(): Promise<void> {
    await actors.beat(one);
    await actors.relay();
  }

  test('is that up to the message, also of the first outage', async () => {
    await goDown(one);
    const { silentMs, detectedAtMs, startedAtMs } = await told();
    expect(silentMs).toBe(detectedAtMs - startedAtMs);
    expect(silentMs).toBeGreaterThanOrEqual(timing.downAfterMs);
  });

  test('of several outages is their sum, with the one that goes on', async () => {
    await goDown(one);
    await comeBack();
    const before = (await actors.allIncidents())[0]?.silentMs ?? 0;
    await goDown(one);
    const { silentMs, silentSinceMs, detectedAtMs, relapses } = await told();
    expect(relapses).toBe(1);
    expect(silentMs).toBe(before + detectedAtMs - (silentSinceMs ?? 0));
  });

  test('leaves out what the monitor could not hear', async () => {
    await actors.passTime(2_000);
    await actors.passTime(blindAfterMs + 60_000, true);
    await actors.tick();
    await goDown(one);
    const { silentMs = 0 } = await told();
    expect(silentMs).toBeGreaterThanOrEqual(timing.downAfterMs);
    expect(silentMs).toBeLessThan(60_000);
    const [incident] = await actors.allIncidents();
    expect(incident?.silence.allMs).toBeLessThan(60_000);
  });

  test('goes on in the incident that is read, until it is heard', async () => {
    await goDown(one);
    await actors.passTime(10_000);
    const [open] = await actors.allIncidents();
    expect(open?.silence.allMs).toBeGreaterThanOrEqual(timing.downAfterMs + 10_000);
    await comeBack();
    await actors.passTime(10_000);
    const [back] = await actors.allIncidents();
    expect(back?.silence).toEqual({ allMs: back?.silentMs, ownMs: 0 });
  });

  test('ends with an incident that a person resolves, whose note is told', async () => {
    const { client, partitions, meter } = actors;
    const incidentActs = createIncidentActs(client, partitions);
    await goDown(one);
    await actors.passTime(10_000);
    const { incidentId, startedAtMs } = await told();
    const act = { kind: 'resolve', by: 'Ada', note: 'gone for good' } as const;
    await createActOnIncident({ incidentActs, meter })(incidentId, act);
    await actors.relay();
    await actors.passTime(10_000);
    const message = await told();
    const [incident] = await actors.allIncidents();
    const lengthMs = (incident?.resolvedAtMs ?? 0) - startedAtMs;
    expect([message.silentMs, incident?.silence.allMs]).toEqual([lengthMs, lengthMs]);
    expect(message).toMatchObject({ kind: 'resolved', resolvedBy: 'Ada', resolvedNote: 'gone for good' });
  });
});
