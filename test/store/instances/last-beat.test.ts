import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const ordersId = () => store.ids.serviceId('orders', 'test');
const shown = async () => (await store.readings.service(ordersId()))?.lastBeatAtMs;

async function beat(instanceId: string): Promise<number> {
  return (await store.beats.receive(0, [{ instanceId, metadata: null }])).nowMs;
}

describe('the last heartbeat of a service', () => {
  test('is none while its instances only registered, and after they went Down', async () => {
    const one = await store.appear('orders', 'one');
    expect(await shown()).toBeNull();
    await store.step(one, 'Down');
    expect(await shown()).toBeNull();
  });

  test('is the heartbeat before a registration, not the registration', async () => {
    const { instanceId } = await store.appear('orders', 'one');
    const beatAtMs = await beat(instanceId);
    await store.passTime(5_000);
    await store.appear('orders', 'one');
    expect(await shown()).toBe(beatAtMs);
  });

  test('is the newest of all instances, whoever registered after that', async () => {
    const first = await store.appear('orders', 'one');
    const second = await store.appear('orders', 'two');
    await beat(first.instanceId);
    await store.passTime(1_000);
    const beatAtMs = await beat(second.instanceId);
    await store.passTime(1_000);
    await store.appear('orders', 'three');
    expect(await shown()).toBe(beatAtMs);
  });

  test('stays when all its instances stopped, and is none if they never beat', async () => {
    const { instanceId } = await store.appear('orders', 'one');
    const beatAtMs = await beat(instanceId);
    await store.step(await store.view(instanceId), 'Stopped');
    expect(await shown()).toBe(beatAtMs);
    await store.reset();
    await store.step(await store.appear('orders', 'one'), 'Stopped');
    expect(await shown()).toBeNull();
  });
});
