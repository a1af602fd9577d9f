import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisContents } from '../http/redis-contents.ts';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings, fastTimesMs } from '../support/fast-settings.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let source: TestRedis;
let target: TestRedis;
let reader: Redis;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'backup-'));
  [source, target] = await Promise.all([openTestRedis(), openTestRedis()]);
  reader = clientOf(source);
});
afterAll(async () => {
  reader.disconnect();
  await Promise.all([source.close(), target.close()]);
  rmSync(dir, { recursive: true, force: true });
});

function clientOf({ url }: TestRedis): Redis {
  return url.startsWith('unix:') ? new Redis({ path: url.slice(7) }) : new Redis(url);
}

const run = (redis: TestRedis, ...args: string[]) => runCommand(dir, args, { REDIS_URL: redis.url });

async function empty(redis: TestRedis): Promise<void> {
  const client = clientOf(redis);
  await client.flushall();
  client.disconnect();
}

describe('a backup of a monitor that runs', () => {
  let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
  let file: string;

  beforeAll(async () => {
    receiver = await startHttpReceiver();
    file = `channels: [{ id: hook, type: webhook, url: "${receiver.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`;
  });
  afterAll(() => receiver.close());

  const start = (redis: TestRedis) => startMonitor({ redisUrl: redis.url, env: { ...fastSettings }, file });
  const register = (monitor: RunningMonitor, serviceName: string) =>
    startInstance([monitor.url], { serviceName, hostname: serviceName }, fastTimesMs.interval);

  /** Everything that people can read. */
  async function readAll({ url }: RunningMonitor) {
    const api = apiClient(url);
    const items = async (path: string) => (await (await api.call('GET', path)).json()) as { items: object[] };
    const lists = ['services', 'incidents', 'notifications', 'keys'].map((name) => items(`/api/${name}`));
    return (await Promise.all(lists)).map((list) => list.items);
  }

  test('restores what there was; nobody is Down by the time in between, and who stays silent is', async () => {
    let monitor = await start(source);
    const alive = await Promise.all(['web', 'api', 'mail'].map((name) => register(monitor, name)));
    const dead = await register(monitor, 'dead');
    await dead.die();
    const silentLater = await register(monitor, 'silent-later');
    const incident = await eventually('an incident', async () =>
      (await apiClient(monitor.url).incidents()).find((one) => one.serviceName === 'dead'),
    );
    await eventually('it is told', () => receiver.requests.length === 1);

    const saved = await run(source, 'backup', 'monitor.ndjson.gz', '--json');
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(saved.stdout)).toMatchObject({
      ...{ services: 5, instances: 5, incidents: 1, notifications: 1, keys: 1 },
      pausedMs: expect.any(Number),
    });
    expect(statSync(join(dir, 'monitor.ndjson.gz')).mode & 0o777).toBe(0o600);
    const before = await readAll(monitor);
    await Promise.all([...alive, silentLater].map((instance) => instance.die()));
    await monitor.stop();

    // The backup grows old: longer than it takes to be Down.
    const savedAtMs = performance.now();
    expect((await run(target, 'restore', 'monitor.ndjson.gz')).stderr).toContain('5 checks are scheduled.');
    await eventually('it is old enough', () => performance.now() - savedAtMs > 1.5 * fastTimesMs.downAfter);
    monitor = await start(target);
    const startedAtMs = performance.now();
    const back = await Promise.all(['web', 'api', 'mail'].map((name) => register(monitor, name)));
    try {
      expect(back.map(({ instanceId }) => instanceId)).toEqual(alive.map(({ instanceId }) => instanceId));
      const after = await readAll(monitor);
      // Of an outage that goes on the silence grows.
      const grown = before[1]?.map((one) => ({ ...one, silentSeconds: expect.any(Number) }));
      expect(after[1]).toEqual(grown);
      expect(after[2]).toEqual(before[2]);
      // The key of the environment is stored at each start.
      expect(after[3]).toMatchObject([{ keyId: 'testtest', scopes: ['ingest', 'read', 'operate', 'admin'] }]);
      const names = (list: object[] | undefined) =>
        list?.map((one) => ({ ...one, since: null, status: null, lastHeartbeatAt: null, instances: null }));
      expect(names(after[0])).toEqual(names(before[0]));

      const api = apiClient(monitor.url);
      const down = await eventually('who stays silent is Down', async () =>
        (await api.incidents()).find((one) => one.serviceName === 'silent-later'),
      );
      // Its silence before the backup counts, the time without a monitor does not.
      expect(performance.now() - startedAtMs).toBeGreaterThan(fastTimesMs.downAfter - 1_500);
      expect(down.state).toBe('open');
      expect((await api.incidents()).map((one) => one.serviceName).sort()).toEqual(['dead', 'silent-later']);
      const others = await Promise.all(['web', 'api', 'mail'].map((name) => api.service(name)));
      expect(others.filter((one) => !/^(Healthy|Degraded)$/.test(one?.status ?? ''))).toEqual([]);
      const again = receiver.requests.filter((request) => request.body.includes(incident.incidentId));
      expect(again).toHaveLength(1);
    } finally {
      await Promise.all(back.map((instance: BeatingInstance) => instance.die()));
      await monitor.stop();
    }
  });
});

describe('a backup', () => {
  beforeEach(async () => {
    await Promise.all([empty(source), empty(target)]);
    await reader.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 1);
  });

  test('holds every kind of value to the byte, and nothing that is not ours or ends by itself', async () => {
    const bytes = Buffer.from([0, 255, 10, 128]);
    await reader.set('{m0}:text', 'ä"\\\n');
    await reader.set('{m0}:bytes', bytes);
    await reader.hset('{m0}:hash', { a: '1', ä: bytes });
    await reader.zadd('{m0}:zset', 1.5, 'half', '-inf', 'least', 1_790_000_000_123, 'x\0y');
    await reader.sadd('{m0}:set', 'one');
    await reader.rpush('{m0}:list', 'one', 'two', 'one');
    for (let i = 0; i < 5; i++) await reader.xadd('{m0}:events', `${i + 1}-1`, 'event', `e${i}`);
    await reader.xgroup('CREATE', '{m0}:events', 'readers', '0');
    await reader.xreadgroup('GROUP', 'readers', 'one', 'COUNT', 4, 'STREAMS', '{m0}:events', '>');
    await reader.xack('{m0}:events', 'readers', '1-1', '2-1');
    await reader.xdel('{m0}:events', '5-1');
    const kept = await redisContents(reader);
    await reader.set('{m0}:check-instances:meta', 'a queue');
    await reader.set('{m0}:passing', 'x', 'EX', 100);
    await reader.set('foreign', 'x');

    const saved = await run(source, 'backup', 'kinds.ndjson');
    expect(saved).toMatchObject({ code: 0, stdout: '' });
    expect((await run(target, 'restore', 'kinds.ndjson')).code).toBe(0);
    const client = clientOf(target);
    try {
      const { 'monitor:audit': audit, ...restored } = await redisContents(client);
      expect(restored).toEqual(kept);
      expect(audit).toMatch(/backup-begun.*backup-restored/);
      // What was given out and not finished is given out again; new entries come after all that ever were.
      const reply = await client.xreadgroup('GROUP', 'readers', 'two', 'STREAMS', '{m0}:events', '>');
      const ids = (reply as [string, [string, string[]][]][])[0]?.[1].map(([id]) => id);
      expect(ids).toEqual(['3-1', '4-1']);
      await expect(client.xadd('{m0}:events', '5-1', 'event', 'again')).rejects.toThrow('smaller');
    } finally {
      client.disconnect();
    }
  });

  test('is of one moment though others write all the while', async () => {
    const filler = reader.pipeline();
    for (let i = 0; i < 5_000; i++) filler.set(`{m0}:filler-${i}`, i);
    await filler.exec();
    // Two counters that are always equal, the first and the last key that is read.
    const stopping = new AbortController();
    const writer = clientOf(source);
    const writing = (async () => {
      while (!stopping.signal.aborted) await writer.multi().incr('{m0}:a').incr('{m0}:zz').exec();
    })();
    const saved = await run(source, 'backup', 'moment.ndjson', '--json');
    stopping.abort();
    await writing;
    const after = Number(await writer.get('{m0}:a'));
    writer.disconnect();
    expect(saved.code).toBe(0);
    const lines = readFileSync(join(dir, 'moment.ndjson'), 'utf8').trim().split('\n').slice(1);
    const values = new Map(lines.map((line) => JSON.parse(line)).map(({ key, value }) => [key, value]));
    // Beside them the number of partitions, and that a backup was made.
    expect(values.size).toBe(5_004);
    expect(Number(values.get('{m0}:a'))).toBeGreaterThan(0);
    expect(values.get('{m0}:zz')).toBe(values.get('{m0}:a'));
    // They went on as soon as it was done.
    expect(after).toBeGreaterThan(Number(values.get('{m0}:a')));
  });

  test('of one that nothing is wrong with is refused by a Redis that is not empty', async () => {
    expect((await run(source, 'backup', 'whole.ndjson')).code).toBe(0);
    const again = await run(source, 'restore', 'whole.ndjson');
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('this Redis is not empty: it holds 2 keys. Restore into an empty one');
  });

  test('that is cut off, damaged, newer, or of other partitions is refused before anything is written', async () => {
    await reader.set('{m0}:text', 'x');
    expect((await run(source, 'backup', 'whole.ndjson')).code).toBe(0);
    const [header = '', ...lines] = readFileSync(join(dir, 'whole.ndjson'), 'utf8').split('\n');
    const changed = (more: object) => JSON.stringify({ ...(JSON.parse(header) as object), ...more });
    const broken: [string, string, string][] = [
      ['short', `${header}\n${lines[0]}\n`, 'is incomplete: it holds 1 of 3 keys'],
      ['half', `${header}\n${lines[0]?.slice(0, 20)}\n`, 'is incomplete or damaged'],
      ['foreign', `${header}\n{"key":"other"}\n${lines[0]}\n`, 'is not a key of a monitor'],
      ['newer', [changed({ schemaVersion: 99 }), ...lines].join('\n'), 'has schema version 99'],
      ['sixteen', [changed({ partitions: 16 }), ...lines].join('\n'), 'has 16 partitions'],
      ['none', 'hello\n', 'not JSON'],
    ];
    const client = clientOf(target);
    for (const [name, text, reason] of broken) {
      writeFileSync(join(dir, `${name}.ndjson`), text);
      const ran = await run(target, 'restore', `${name}.ndjson`);
      expect([name, ran.code, ran.stderr]).toEqual([name, 1, expect.stringContaining(reason)]);
      expect(await client.dbsize()).toBe(0);
    }
    client.disconnect();
  });

  test('that fails leaves no file under its name, and writes go on', async () => {
    await reader.hdel('monitor:meta', 'partitions');
    const ran = await run(source, 'backup', 'failed.ndjson');
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to keep') });
    expect(existsSync(join(dir, 'failed.ndjson'))).toBe(false);
    expect(existsSync(join(dir, 'failed.ndjson.part'))).toBe(false);
    expect(await reader.set('{m0}:text', 'y')).toBe('OK');
  });
});
