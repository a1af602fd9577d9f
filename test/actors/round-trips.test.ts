import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCheckInstance } from '../../src/actors/check-instance.ts';
import type { IncidentChanged, InstanceChanged } from '../../src/domain/events.ts';
import { blindAfterMs } from '../store/open-store.ts';
import { countRoundTrips } from '../support/count-round-trips.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;

/** The first call of a script is another one, which brings it to the server. */
async function liveThrough(): Promise<void> {
  const { instanceId } = await silent('before');
  await actors.check(instanceId);
  await actors.relay();
}

beforeAll(async () => {
  actors = await openActors({ channelIds: ['a', 'b', 'c'] });
  await actors.reset();
  await liveThrough();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

/** An instance whose whole outage nobody has judged yet. */
async function silent(serviceName: string, instanceKey = 'one') {
  const { instanceId } = await actors.register(serviceName, instanceKey);
  await actors.beat(instanceId, '{"cpu":12}');
  await actors.relay();
  await actors.passTime(6_000);
  return actors.view(instanceId);
}

const waits = (work: () => Promise<unknown>) => countRoundTrips(actors.client, work);

test('a check knows what it wrote: of a whole outage it reads the instance and its newcomers once', async () => {
  const { instanceId } = await silent('orders');
  expect(await waits(() => actors.checkInstance(instanceId))).toBe(4);
  expect(await actors.status(instanceId)).toBe('Down');
});

test('a check whose step a heartbeat outruns reads anew and writes nothing that is not true any more', async () => {
  const { checks, checkQueue, rulesOf, meter, beats } = actors;
  const { instanceId } = await silent('orders');
  let steps = 0;
  const outrun = createCheckInstance({
    checks: {
      ...checks,
      async commit(change) {
        if (++steps === 2) await beats.receive(0, [{ instanceId, metadata: null }]);
        return checks.commit(change);
      },
    },
    ...{ checkQueue, rulesOf, meter, blindAfterMs: () => blindAfterMs },
  });
  expect(await outrun(instanceId)).toMatchObject({ kind: 'again' });
  expect(await actors.status(instanceId)).toBe('Healthy');
});

test('a roll-up reads a service with its incident in one round trip', async () => {
  const { instanceId } = await silent('orders');
  await actors.check(instanceId);
  const events = await actors.read('roll-up-service');
  const changes = events.filter((event): event is InstanceChanged => event.type === 'instance.changed');
  const { serviceId } = await actors.view(instanceId);
  // It reads, opens the incident, and finds nothing more to do.
  expect(await waits(() => actors.rollUpService(serviceId, changes))).toBe(3);
});

test('an event is planned for three channels in four round trips, however many instances its text tells of', async () => {
  const keys = Array.from({ length: 30 }, (_, at) => `instance-${at}`);
  const registered = await Promise.all(keys.map((key) => actors.register('orders', key)));
  for (const { instanceId } of registered) await actors.beat(instanceId, '{"cpu":12}');
  await actors.relay();
  await actors.passTime(6_000);
  for (const { instanceId } of registered) await actors.check(instanceId);
  const events = await actors.read('roll-up-service');
  const changes = events.filter((event): event is InstanceChanged => event.type === 'instance.changed');
  await actors.rollUpService(changes[0]?.serviceId ?? '', changes);
  const found = await actors.read('plan-notifications');
  const opened = found.find((event): event is IncidentChanged => event.type === 'incident.changed');
  if (opened === undefined) throw new Error('no incident was opened');

  // The incident, the evidence, the rows, and the note that there are no more.
  expect(await waits(() => actors.planNotifications(opened))).toBe(4);
  const rows = await actors.allNotifications();
  expect(rows.map(({ channelId }) => channelId).sort()).toEqual(['a', 'b', 'c']);
  expect(rows[0]?.message).toMatchObject({
    instances: { Down: 30 },
    lastMetrics: [{ values: { cpu: 12 } }, {}, {}],
  });
});
