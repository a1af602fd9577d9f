import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InstanceChanged } from '../../src/domain/events.ts';
import { lives } from './lives.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors({ policies: [{ match: { service: 'pair' }, minInstances: 2 }] });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const { living, goDown } = lives(() => actors);

const status = async (serviceName: string) => (await actors.service(serviceName)).state.status;

describe('a recovery that nobody rolled up while it lasted', () => {
  test('parts two outages: the first is over, and the second one is told', async () => {
    const one = await living('one');
    await goDown(one);
    await actors.relay();
    await actors.beat(one);
    await goDown(one);
    await actors.relay();
    expect(await status('orders')).toBe('Down');
    const [incident] = await actors.allIncidents();
    expect(incident).toMatchObject({ state: 'open', relapses: 1 });
    expect((incident?.timeline ?? []).flatMap((entry) => ('to' in entry ? [entry.to] : []))).toEqual([
      ...['Down', 'Recovered', 'Down'],
    ]);
    const kinds = (await actors.allNotifications()).map((row) => row.kind);
    expect(kinds.filter((kind) => kind === 'down')).toHaveLength(2);
  });

  test('ends the shortage of a service that needs several', async () => {
    const ids = [await living('one', 'pair'), await living('two', 'pair')];
    // Heard after the other came, none takes the place of the other.
    for (const instanceId of ids) await actors.beat(instanceId);
    await goDown(...ids);
    await actors.relay();
    for (const instanceId of [...ids, ...ids]) await actors.beat(instanceId);
    await goDown(...ids);
    const serviceId = actors.ids.serviceId('pair', 'test');
    const changes = (await actors.read('apart')).filter(
      (event): event is InstanceChanged => event.type === 'instance.changed',
    );
    // The changes that make it Down again are still on their way.
    await actors.rollUpService(
      serviceId,
      changes.filter(({ to }) => to === 'Recovered'),
    );
    expect(await status('pair')).not.toBe('Down');
    await actors.relay();
    expect(await status('pair')).toBe('Down');
    expect((await actors.allIncidents())[0]).toMatchObject({ relapses: 1 });
  });
});
