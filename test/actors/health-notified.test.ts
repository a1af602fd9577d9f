import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Health } from '../../src/domain/health.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors({ channelIds: ['hook'], events: ['incidents', 'health'] });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

async function say(instanceId: string, health: Health, reasons = '') {
  const metadata = JSON.stringify({ health_reasons: reasons });
  await actors.receiveHeartbeat.receive({ instanceId, metadata, health });
  await expect.poll(async () => (await actors.view(instanceId)).health?.health).toBe(health);
}

/** What is told of health, in order. */
const told = async () =>
  (await actors.allNotifications())
    .toReversed()
    .flatMap(({ message }) => (message.kind === 'health' ? [[message.from, message.to]] : []));

describe('telling of the health of a service', () => {
  test('is told once, with who is unwell and why, the worst first', async () => {
    const keys = ['one', 'two', 'three', 'four', 'five'];
    const all = await Promise.all(keys.map((key) => actors.register('orders', key)));
    for (const { instanceId } of all) await actors.beat(instanceId);
    await actors.relay();
    const [one, two, three, four] = all.map(({ instanceId }) => instanceId) as [
      string,
      string,
      string,
      string,
    ];
    await say(one, 'degraded', 'queue is long');
    await say(two, 'unhealthy', 'database: timed out');
    await say(three, 'degraded');
    await say(four, 'unhealthy');
    await actors.relay();
    await actors.relay();
    const { serviceId } = await actors.service('orders');
    expect(await told()).toEqual([[null, 'unhealthy']]);
    const [row] = await actors.allNotifications();
    expect(row).toMatchObject({ incidentId: serviceId, serviceId, kind: 'health', state: 'pending' });
    const message = row?.message;
    if (message?.kind !== 'health') throw new Error('not of health');
    expect(message.healths).toEqual({ unhealthy: 2, degraded: 2, healthy: 0 });
    expect(message.unwell.map(({ health }) => health)).toEqual(['unhealthy', 'unhealthy', 'degraded']);
    expect(message.unwell.find(({ instanceKey }) => instanceKey === 'two')?.reasons).toBe(
      'database: timed out',
    );
    expect(actors.deliveries.map(({ notificationId }) => notificationId)).toEqual([row?.notificationId]);
  });

  test('of a health that flaps no more than one message goes out in a minute, and the last says how it is', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    for (const health of ['unhealthy', 'healthy', 'unhealthy', 'degraded', 'healthy'] as const) {
      await say(instanceId, health);
      await actors.relay();
    }
    expect(await told()).toEqual([[null, 'unhealthy']]);
    await actors.passTime(59_000);
    await actors.sweepOverdue();
    await actors.relay();
    expect(await told()).toHaveLength(1);
    await actors.passTime(2_000);
    await actors.sweepOverdue();
    await actors.relay();
    expect(await told()).toEqual([
      [null, 'unhealthy'],
      ['unhealthy', 'healthy'],
    ]);
    const rows = (await actors.allNotifications()).filter(({ kind }) => kind === 'health');
    expect(rows[0]?.afterId).toBe(rows[1]?.notificationId);
  });

  test('a status that changes in the same moment takes nothing from it', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await say(instanceId, 'unhealthy');
    await actors.check(instanceId);
    await actors.relay();
    expect((await actors.service('orders')).state.status).toBe('Healthy');
    expect(await told()).toEqual([[null, 'unhealthy']]);
  });

  test('a process that starts anew takes nothing back until it says so', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    await say(instanceId, 'unhealthy');
    await actors.relay();
    await actors.passTime(61_000);
    await actors.register('orders', 'one');
    await actors.relay();
    await say(instanceId, 'unhealthy');
    await actors.relay();
    expect(await told()).toEqual([[null, 'unhealthy']]);
  });

  test('a Down that is still on its way is left to its own event', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    await actors.relay();
    await say(instanceId, 'unhealthy');
    const events = await actors.read('roll-up-service');
    await actors.passTime(5_000);
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Down');
    await actors.tellServiceHealth(events[0]?.type === 'instance.health-changed' ? events[0].serviceId : '');
    expect((await actors.service('orders')).state.status).toBe('Healthy');
    await actors.relay();
    expect((await actors.service('orders')).state.status).toBe('Down');
    expect(await told()).toEqual([[null, 'unhealthy']]);
    expect((await actors.allIncidents()).map(({ state }) => state)).toEqual(['open']);
  });
});
