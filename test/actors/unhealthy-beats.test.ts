import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Health } from '../../src/domain/health.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors({
    policies: [{ match: { service: 'orders' }, unhealthyBeats: 3 }],
    events: ['incidents', 'health'],
  });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

/** A heartbeat that says so, until all that follows from it is stored. */
async function say(instanceId: string, health: Health, unhealthyBeats: number) {
  await actors.receiveHeartbeat.receive({ instanceId, metadata: null, health });
  const known = async () => (await actors.view(instanceId)).health;
  await expect.poll(known).toMatchObject({ health, unhealthyBeats });
  // Whoever was woken looks.
  await actors.check(instanceId);
}

const eventsOfHealth = async () =>
  (await actors.read('roll-up-service')).flatMap((event) =>
    event.type === 'instance.health-changed' ? [`${event.from} to ${event.to}`] : [],
  );

describe('unhealthy heartbeats in a row', () => {
  test('make an instance Degraded where a policy says so, and the first that is not makes it Healthy', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    for (const count of [1, 2]) {
      await say(instanceId, 'unhealthy', count);
      expect(await actors.status(instanceId)).toBe('Healthy');
    }
    actors.armed.length = 0;
    await say(instanceId, 'unhealthy', 3);
    expect(actors.armed[0]).toEqual({ instanceId, delayMs: 0 });
    expect(await actors.status(instanceId)).toBe('Degraded');
    for (let beats = 0; beats < 3; beats++) {
      await say(instanceId, 'unhealthy', 3);
      expect(await actors.status(instanceId)).toBe('Degraded');
    }
    await say(instanceId, 'degraded', 0);
    expect(await actors.status(instanceId)).toBe('Healthy');
    expect(await eventsOfHealth()).toEqual(['null to unhealthy', 'unhealthy to degraded']);
  });

  test('are no row when another word comes between', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    for (const count of [1, 2]) await say(instanceId, 'unhealthy', count);
    await say(instanceId, 'healthy', 0);
    for (const count of [1, 2]) await say(instanceId, 'unhealthy', count);
    expect(await actors.status(instanceId)).toBe('Healthy');
  });

  test('change no status where no policy asks, and nothing is counted', async () => {
    const { instanceId } = await actors.register('mail', 'one');
    for (let beats = 0; beats < 5; beats++) await say(instanceId, 'unhealthy', 1);
    expect(await actors.status(instanceId)).toBe('Healthy');
  });

  test('make nobody Down, and open no incident', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    for (const count of [1, 2, 3]) await say(instanceId, 'unhealthy', count);
    for (let seconds = 0; seconds < 10; seconds++) {
      await actors.passTime(1_000);
      await say(instanceId, 'unhealthy', 3);
      await actors.relay();
    }
    expect(await actors.status(instanceId)).toBe('Degraded');
    expect((await actors.service('orders')).state.status).toBe('Degraded');
    expect(await actors.allIncidents()).toEqual([]);
    expect(actors.saidOfHealth).toEqual([]);
  });

  test('are forgotten when it registers again: its next heartbeat makes it Healthy', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    for (const count of [1, 2, 3, 3]) await say(instanceId, 'unhealthy', count);
    await actors.register('orders', 'one');
    expect(await actors.status(instanceId)).toBe('Degraded');
    actors.armed.length = 0;
    await actors.receiveHeartbeat.receive({ instanceId, metadata: null });
    await expect.poll(() => actors.armed).toMatchObject([{ instanceId, delayMs: 0 }]);
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Healthy');
  });

  test('make its check due at once, so that the sweep finds it should the wake-up be lost', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    for (const count of [1, 2]) await say(instanceId, 'unhealthy', count);
    await actors.receiveHeartbeat.receive({ instanceId, metadata: null, health: 'unhealthy' });
    await expect.poll(async () => (await actors.view(instanceId)).health?.unhealthyBeats).toBe(3);
    const dueAtMs = Number(await actors.client.zscore(actors.keys.timer, instanceId));
    expect(dueAtMs).toBeLessThanOrEqual((await actors.view(instanceId)).nowMs);
  });
});
