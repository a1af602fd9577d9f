import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrateSchema } from '../../../src/store/schema/migrate-schema.ts';
import type { Migration } from '../../../src/store/schema/migrations/migration.ts';
import { migrations, newestVersion } from '../../../src/store/schema/migrations/migrations.ts';
import { SchemaLock } from '../../../src/store/schema/schema-lock.ts';
import { apiClient } from '../../support/api-client.ts';
import { startMonitor } from '../../support/start-monitor.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
let logged: object[];

beforeAll(async () => {
  store = await openStore();
});
beforeEach(async () => {
  await store.client.flushdb();
  logged = [];
});
afterAll(() => store.close());

const log = {
  info: (fields: object) => void logged.push(fields),
  warn: () => undefined,
  error: () => undefined,
};
const meta = () => store.client.hgetall('monitor:meta');
const migrate = (list: readonly Migration[]) => migrateSchema(store.client, store.partitions, list, log);

/** A migration that counts how often it ran, in Redis. */
function counting(version: number, run: () => Promise<void> = async () => undefined): Migration {
  return {
    version,
    name: `test ${version}`,
    async run(client) {
      await client.incr(`ran:${version}`);
      await run();
    },
  };
}
const ran = async (version: number) => Number((await store.client.get(`ran:${version}`)) ?? 0);

describe('migrating', () => {
  test('stamps an empty Redis with the version of the program, once', async () => {
    await migrate(migrations);
    await migrate(migrations);
    expect(await meta()).toEqual({ schemaVersion: String(newestVersion) });
    expect(logged).toHaveLength(migrations.length);
  });

  test('runs what is missing, in order, and says so', async () => {
    await store.client.hset('monitor:meta', 'schemaVersion', 1);
    await migrate([counting(1), counting(2), counting(3)]);
    expect([await ran(1), await ran(2), await ran(3)]).toEqual([0, 1, 1]);
    expect(await meta()).toEqual({ schemaVersion: '3' });
    expect(logged).toMatchObject([{ version: 2 }, { version: 3 }]);
  });

  test('leaves what is for new data only to a Redis that was empty at the start', async () => {
    const list = [counting(1), { ...counting(2), isForNewDataOnly: true } as const];
    expect(await migrate(list)).toBe(2);
    await store.client.hset('monitor:meta', 'schemaVersion', 1);
    expect(await migrate(list)).toBe(1);
    expect([await ran(1), await ran(2)]).toEqual([1, 1]);
    expect(await migrate([...list, counting(3)])).toBe(3);
    expect(await ran(2)).toBe(1);
  });

  test('runs each once though many nodes start at the same moment', async () => {
    const slow = [1, 2].map((version) =>
      counting(version, () => new Promise((done) => setTimeout(done, 50))),
    );
    await Promise.all(Array.from({ length: 8 }, () => migrate(slow)));
    expect([await ran(1), await ran(2)]).toEqual([1, 1]);
    expect(await meta()).toEqual({ schemaVersion: '2' });
  });

  test('one that fails leaves the version and the lock free, and is run again', async () => {
    let fails = true;
    const list = [
      counting(1),
      counting(2, async () => {
        if (fails) throw new Error('cut off');
      }),
    ];
    await expect(migrate(list)).rejects.toThrow('cut off');
    expect(await meta()).toEqual({ schemaVersion: '1' });
    fails = false;
    await migrate(list);
    expect([await ran(1), await ran(2)]).toEqual([1, 2]);
  });

  test('a node that died with the lock does not keep the others out for ever', async () => {
    await store.client.hset('monitor:meta', 'lock', 'dead-node 1');
    await migrate([counting(1)]);
    expect(await meta()).toEqual({ schemaVersion: '1' });
  });

  test('who lost the lock writes nothing', async () => {
    const [first, second] = [new SchemaLock(store.client, 'a'), new SchemaLock(store.client, 'b')];
    expect([await first.take(), await second.take()]).toEqual([true, false]);
    await store.client.hset('monitor:meta', 'lock', 'a 1');
    expect(await second.take()).toBe(true);
    expect(await first.write('schemaVersion', 9)).toBe(false);
    await first.release();
    expect(await second.write('schemaVersion', 2)).toBe(true);
  });
});

test('a node on data of schema version 1 writes instances as nodes of that version read them', async () => {
  const held = async () => {
    const monitor = await startMonitor({ redisUrl: store.url });
    try {
      const api = apiClient(monitor.url);
      const body = { serviceName: 'orders', environment: 'test', instanceId: 'one' };
      const answer = await (await api.call('POST', '/api/services/register', body)).json();
      const { serviceId, instanceId } = answer as { serviceId: string; instanceId: string };
      return { serviceId, held: await store.client.hget(store.keys.instance(instanceId), 'serviceId') };
    } finally {
      await monitor.stop();
    }
  };
  expect((await held()).held).toBe(null);
  await store.client.flushdb();
  await store.client.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 1);
  const old = await held();
  expect(old.held).toBe(old.serviceId);
  expect(await meta()).toMatchObject({ schemaVersion: '1' });
});

describe('a node whose program is older than the data', () => {
  test('is refused with both versions; one that runs already serves on beside newer ones', async () => {
    const old = await startMonitor({ redisUrl: store.url });
    try {
      const known = newestVersion;
      await migrate([...migrations, counting(known + 1)]);
      const reason = `has schema version ${known + 1}, but this program supports versions up to ${known}`;
      await expect(startMonitor({ redisUrl: store.url })).rejects.toThrow(reason);
      const api = apiClient(old.url);
      const body = { serviceName: 'orders', environment: 'test', instanceId: 'one' };
      const { instanceId } = (await (await api.call('POST', '/api/services/register', body)).json()) as {
        instanceId: string;
      };
      expect((await api.call('POST', '/api/services/heartbeat', { instanceId })).status).toBe(200);
      expect((await api.service('orders'))?.status).toBeDefined();
    } finally {
      await old.stop();
    }
  });

  test('and one that finds half a restore is refused too', async () => {
    await store.client.hset('monitor:meta', 'restoring', '1');
    await expect(migrate(migrations)).rejects.toThrow('a restore into this Redis did not finish');
  });
});
