import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHearHealth } from '../../../src/actors/health/hear-health.ts';
import type { Healths } from '../../../src/actors/ports/health.ts';
import { createReceiveHeartbeat } from '../../../src/actors/receive-heartbeat.ts';
import type { Health } from '../../../src/domain/health.ts';
import { createHealths } from '../../../src/store/instances/healths.ts';
import { openActors, type TestActors } from '../open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const healthOf = async (instanceId: string) => (await actors.view(instanceId)).health?.health ?? null;

const beat = (instanceId: string, health: Health | null, metadata: string | null = null) =>
  actors.receiveHeartbeat.receive({ instanceId, metadata, health });

describe('hearing what an instance says of itself', () => {
  test('stores what is new, and a heartbeat that says nothing leaves it as it is', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await beat(instanceId, 'degraded', '{"health_reasons":"queue is long"}');
    await expect.poll(() => healthOf(instanceId)).toBe('degraded');
    await beat(instanceId, null);
    await beat(instanceId, 'healthy');
    await expect.poll(() => healthOf(instanceId)).toBe('healthy');
  });

  test('of heartbeats that wait together the last word counts, and one that says nothing takes none away', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await Promise.all([
      beat(instanceId, 'healthy'),
      beat(instanceId, 'unhealthy', '{"n":1}'),
      beat(instanceId, null, '{"n":2}'),
    ]);
    await expect.poll(() => healthOf(instanceId)).toBe('unhealthy');
    expect((await actors.readings.instance(instanceId))?.lastHeartbeat).toEqual({ n: 2 });
  });

  test('a report that cannot be stored costs no heartbeat, and the next one says it again', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const real = createHealths(actors.client, actors.partitions);
    let failures = 1;
    const healths: Pick<Healths, 'read' | 'commit'> = {
      read: (id) => (failures-- > 0 ? Promise.reject(new Error('Redis is away')) : real.read(id)),
      commit: (change) => real.commit(change),
    };
    const { receive } = createReceiveHeartbeat({
      ...actors,
      partitions: 1,
      hearHealth: createHearHealth({ ...actors, healths }),
    });
    const sick = { instanceId, metadata: null, health: 'unhealthy' } as const;
    expect((await receive(sick)).kind).toBe('received');
    await expect.poll(() => actors.warned.join()).toContain('retrying with the next heartbeat');
    expect(await healthOf(instanceId)).toBeNull();
    expect((await receive(sick)).kind).toBe('received');
    await expect.poll(() => healthOf(instanceId)).toBe('unhealthy');
  });

  test('what is committed of the instance meanwhile does not undo it', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const real = createHealths(actors.client, actors.partitions);
    const healths: Pick<Healths, 'read' | 'commit'> = {
      async read(id) {
        const found = await real.read(id);
        // Its first heartbeat makes it Healthy just now.
        await actors.check(id);
        return found;
      },
      commit: (change) => real.commit(change),
    };
    await actors.receiveHeartbeat.receive({ instanceId, metadata: null });
    await createHearHealth({ ...actors, healths })({ instanceId, metadata: null, health: 'unhealthy' });
    expect(await healthOf(instanceId)).toBe('unhealthy');
    expect(await actors.status(instanceId)).toBe('Healthy');
  });
});
