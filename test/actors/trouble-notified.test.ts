import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors({
    channelIds: ['hook'],
    events: ['incidents', 'degraded', 'instance-down'],
    // Late after three seconds, and Degraded for longer than the grace after five.
    policies: [{ match: {}, graceMs: 2_000, downAfterMs: 20_000 }],
  });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

/** What is told of trouble, in order: the kind, how many are Down, or that it is over. */
const told = async () =>
  (await actors.allNotifications())
    .toReversed()
    .flatMap(({ message }) =>
      'isOver' in message ? [`${message.kind} ${message.isOver ? 'over' : message.instances.Down}`] : [],
    );

async function pass(ms: number, ...beating: string[]): Promise<void> {
  await actors.passTime(ms);
  for (const instanceId of beating) await actors.beat(instanceId);
  await actors.relay();
  await actors.sweepOverdue();
  await actors.relay();
}

describe('trouble that is less than an outage', () => {
  test('is told where it is asked for: Degraded after the grace, an instance that is Down, and the end of both', async () => {
    const { instanceId: one } = await actors.register('orders', 'one');
    const { instanceId: two } = await actors.register('orders', 'two');
    await pass(0, one, two);
    await pass(3_050, one);
    await actors.check(two);
    await actors.relay();
    expect((await actors.service('orders')).state.status).toBe('Degraded');
    expect(await told()).toEqual([]);
    await pass(2_000, one);
    await pass(50, one);
    expect(await told()).toEqual(['degraded 0']);
    for (let i = 0; i < 8; i += 1) await pass(2_000, one);
    await actors.check(two);
    await pass(0, one);
    expect(await actors.status(two)).toBe('Down');
    expect(await told()).toEqual(['degraded 0', 'instance-down 1']);
    const [row] = await actors.allNotifications();
    expect(row).toMatchObject({ kind: 'instance-down', state: 'pending', channelId: 'hook' });
    expect(row?.message).toMatchObject({ late: [{ instanceKey: 'two', status: 'Down' }] });
    expect(await actors.allIncidents()).toEqual([]);

    for (let i = 0; i < 35; i += 1) await pass(2_000, one, two);
    expect((await actors.service('orders')).state.status).toBe('Healthy');
    expect(await told()).toEqual(['degraded 0', 'instance-down 1', 'degraded over', 'instance-down over']);
  });

  test('is told once, whoever plans it again', async () => {
    const { serviceId } = await actors.register('orders', 'one');
    const event = {
      type: 'service.troubled' as const,
      ...{ serviceId, serviceName: 'orders', environment: 'test', trouble: 'degraded' as const },
      ...{ count: 1, atMs: 5_000, previousAtMs: null },
    };
    await actors.planTrouble(event);
    await actors.planTrouble(event);
    expect(await told()).toHaveLength(1);
  });
});

test('where nobody asks for it nothing is written of it', async () => {
  const plain = await openActors({ channelIds: ['hook'] });
  try {
    const { instanceId: one } = await plain.register('orders', 'one');
    const { instanceId: two } = await plain.register('orders', 'two');
    for (const instanceId of [one, two]) await plain.beat(instanceId);
    for (let i = 0; i < 6; i += 1) {
      await plain.passTime(1_000);
      await plain.beat(one);
      await plain.check(two);
      await plain.relay();
    }
    const service = await plain.service('orders');
    expect(service.state.status).toBe('Degraded');
    expect(service).not.toHaveProperty('troubles');
    expect(await plain.allNotifications()).toEqual([]);
  } finally {
    await plain.close();
  }
});
