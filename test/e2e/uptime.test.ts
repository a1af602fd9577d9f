import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type RedisClient } from '../../src/store/client/connect.ts';
import { runCommand } from '../commands/run-command.ts';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { openTestRedis } from '../support/open-redis.ts';
import { testKey } from '../support/start-monitor.ts';

let cluster: Cluster;
let api: ReturnType<typeof apiClient>;
let instance: BeatingInstance;
let client: RedisClient;

beforeAll(async () => {
  const redis = await openTestRedis();
  client = connect(redis.url, 'blocking', () => undefined);
  cluster = await startCluster(['api', 'worker', 'worker'], '', {}, redis);
  api = apiClient(cluster.urls[0] ?? '');
  instance = await startInstance(cluster.urls, { serviceName: 'cart', hostname: 'h1' }, times.interval);
});
afterAll(async () => {
  await instance.die();
  client.disconnect();
  await cluster.close();
});

const status = (wanted: string) =>
  eventually(`it is ${wanted}`, async () => (await api.service('cart'))?.status === wanted);

interface Interval {
  status: string;
  from: string;
  to: string | null;
}

const momentOf = (interval: Interval, untilMs: number) => ({
  fromMs: Date.parse(interval.from),
  toMs: interval.to === null ? untilMs : Date.parse(interval.to),
});

const stateOf: Record<string, string> = {
  Healthy: 'healthy',
  Recovered: 'healthy',
  Degraded: 'degraded',
  Down: 'down',
};

/** The seconds by state, worked out from what is stored, border by border. */
async function workedOut(intervals: Interval[], untilMs: number): Promise<Record<string, number>> {
  const spanOf = (text: string) => {
    const [fromMs = 0, toMs = 0] = text.split(':').map(Number);
    return { fromMs, toMs };
  };
  const blind = (await client.zrange('{m0}:blind', '0', '-1')).map(spanOf);
  const windows = (await client.hvals('{m0}:maintenance')).map((text) => {
    const { startsAtMs: fromMs, endsAtMs: toMs } = JSON.parse(text) as {
      startsAtMs: number;
      endsAtMs: number;
    };
    return { fromMs, toMs };
  });
  const statuses = intervals.map((one) => ({ ...one, ...momentOf(one, untilMs) }));
  const borders = [...blind, ...windows, ...statuses].flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
  const cuts = [...new Set(borders)].filter((ms) => ms <= untilMs).sort((a, b) => a - b);
  const seconds: Record<string, number> = { healthy: 0, degraded: 0, down: 0, blind: 0, maintenance: 0 };
  for (const [i, fromMs] of cuts.entries()) {
    const isIn = (span: { fromMs: number; toMs: number }) => span.fromMs <= fromMs && fromMs < span.toMs;
    const state = stateOf[statuses.find(isIn)?.status ?? ''];
    if (state === undefined) continue;
    const counted = windows.some(isIn) ? 'maintenance' : blind.some(isIn) ? 'blind' : state;
    seconds[counted] = (seconds[counted] ?? 0) + ((cuts[i + 1] ?? fromMs) - fromMs) / 1000;
  }
  return seconds;
}

/** Down, a maintenance in it, a worker killed, and back: `uptime` says all of it. */
test('uptime says an outage with a maintenance in it to the millisecond, though a worker was killed', async () => {
  await status('Healthy');
  await instance.die();
  await status('Down');
  const made = await api.call('POST', '/api/maintenance', {
    ...{ match: { service: 'cart' }, for: '1h', by: 'ci', note: 'deploy 4711' },
  });
  const { windowId } = (await made.json()) as { windowId: string };
  await cluster.nodes[1]?.kill();
  await api.call('DELETE', `/api/maintenance/${windowId}`);
  const { items } = (await (await api.call('GET', '/api/maintenance')).json()) as { items: object[] };
  expect(items).toEqual([]);
  await instance.revive();
  await status('Healthy');

  const { serviceId } = instance;
  const history = (await (await api.call('GET', `/api/services/${serviceId}/history`)).json()) as {
    items: Interval[];
  };
  expect(history.items.map((one) => one.status).toReversed()).toEqual([
    ...['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered', 'Healthy'],
  ]);
  const [incident] = await api.incidents();
  const timeline = incident?.timeline.filter(({ to }) => to === 'Down' || to === 'Recovered') ?? [];
  const down = history.items.find((one) => one.status === 'Down');
  expect([down?.from, down?.to]).toEqual(timeline.map(({ at }) => at));

  const env = { MONITOR_URL: cluster.urls[0] ?? '', MONITOR_API_KEY: testKey };
  const { stdout, code } = await runCommand('/', ['uptime', 'cart', '--days', '2', '--json'], env);
  expect(code).toBe(0);
  const uptime = JSON.parse(stdout) as {
    to: string;
    seconds: Record<string, number>;
    days: { seconds: Record<string, number> }[];
  };
  const { notWatched: _, ...seconds } = uptime.seconds;
  const expected = await workedOut(history.items, Date.parse(uptime.to));
  expect(expected['maintenance']).toBeGreaterThan(0);
  for (const [state, worked] of Object.entries(expected))
    expect([state, seconds[state]]).toEqual([state, expect.closeTo(worked, 6)]);
  expect(Object.values(uptime.days[0]?.seconds ?? {}).reduce((total, one) => total + one, 0)).toBe(86_400);

  const shown = await runCommand('/', ['uptime', 'cart', '--days', '2'], env);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toMatch(/^Uptime +\d\d?\.\d{3} %$/m);
  expect(shown.stdout).toMatch(/^Maintenance +0:00:\d\d$/m);
  expect(shown.stdout).toMatch(/^\d{4}-\d\d-\d\d +\d\d?\.\d{3} % +[x▒█m·]{20} /m);
});
