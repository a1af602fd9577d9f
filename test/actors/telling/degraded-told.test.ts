import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openActors, type TestActors } from '../open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors({
    channelIds: ['hook'],
    events: ['incidents', 'degraded'],
    policies: [{ match: {}, graceMs: 2_000, downAfterMs: 20_000 }],
  });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

test('a degraded message finds how its service is: nothing on time, and Down in the end', async () => {
  const { instanceId, serviceId } = await actors.register('orders', 'one');
  await actors.beat(instanceId);
  const planned = async () => {
    for (let i = 0; i < 4; i += 1) {
      await actors.passTime(2_000);
      await actors.check(instanceId);
      await actors.sweepOverdue();
      await actors.relay();
    }
    return (await actors.allNotifications()).find(({ kind }) => kind === 'degraded');
  };
  const row = await planned();
  if (row === undefined) throw new Error('nobody is told that it is Degraded');
  const read = () => actors.telling.circumstances(row, row.createdAtMs);
  expect(await read()).toMatchObject({
    standing: { status: 'Degraded', counts: { Degraded: 1, Healthy: 0 } },
  });
  for (let i = 0; i < 3; i += 1) await planned();
  expect((await actors.service('orders')).state.status).toBe('Down');
  expect(await read()).toMatchObject({ standing: { status: 'Down' } });
  expect(serviceId).toBe(row.serviceId);
});
