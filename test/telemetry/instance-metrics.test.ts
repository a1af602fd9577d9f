import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const nasty = 'a"b\\c}{=,d';

let monitor: RunningMonitor;
let text: string;
let contentType: string | null;

const scrape = async (node: RunningMonitor) => apiClient(node.url).call('GET', '/metrics/instances');

/** Registers an instance that beats once; resolves to its id. */
async function appear(node: RunningMonitor, service: object, metadata: object | null): Promise<string> {
  const api = apiClient(node.url);
  // On a busy machine hundreds at once may be told to come again.
  const send = (path: string, body: object) =>
    eventually(`${path} is answered`, async () => {
      const reply = await api.call('POST', path, body);
      return reply.status !== 503 && reply;
    });
  const reply = await send('/api/services/register', { environment: 'test', ...service });
  const { instanceId } = (await reply.json()) as { instanceId: string };
  if (metadata !== null) await send('/api/services/heartbeat', { instanceId, metadata });
  return instanceId;
}

/** The value of each sample, by its name and labels. */
function samplesOf(scraped: string): Record<string, number> {
  const lines = scraped.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at).replace('service_monitor_', ''), Number(line.slice(at + 1))];
    }),
  );
}

beforeAll(async () => {
  monitor = await startMonitor({ env: { MONITOR_INSTANCE_METRICS: '500', LOG_LEVEL: 'warn' } });
  await appear(
    monitor,
    { serviceName: 'orders', hostname: 'h1', port: 80 },
    { cpu_percent: 12.5, memory_mb: 256, thread_count: 9, timestamp: 'now', ok: true, nested: { a: 1 } },
  );
  await appear(
    monitor,
    { serviceName: 'orders', hostname: 'h2', port: 80 },
    { cpu_percent: -0.5, 'cpu-percent': 7 },
  );
  await appear(
    monitor,
    { serviceName: 'billing', instanceId: nasty },
    { '!?': 3, gcPauseMs: 1e-7, big: 1e300 },
  );
  await appear(monitor, { serviceName: 'silent', hostname: 'h1', port: 1 }, null);
  const stopped = await appear(
    monitor,
    { serviceName: 'stopped', hostname: 'h1', port: 1 },
    { cpu_percent: 1 },
  );
  await apiClient(monitor.url).call('DELETE', `/api/instances/${stopped}`);
  const reply = await scrape(monitor);
  contentType = reply.headers.get('content-type');
  text = await reply.text();
});
afterAll(() => monitor.stop());

describe('/metrics/instances', () => {
  test.skipIf(!hasPromtool)('pleases promtool (skipped where promtool is not on the PATH)', () => {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect(`${checked.stdout}${checked.stderr}`).toBe('');
    expect(checked.status).toBe(0);
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test('shows every number of the last heartbeat, in base units, and nothing else', () => {
    const samples = samplesOf(text);
    const labels = (service: string, key: string, host: string) =>
      `{service="${service}",environment="test",instance_key="${key}",hostname="${host}"}`;
    const h1 = labels('orders', 'h1:80', 'h1');
    const h2 = labels('orders', 'h2:80', 'h2');
    const odd = labels('billing', 'a\\"b\\\\c}{=,d', '');
    const heard = Object.keys(samples).filter((name) => name.startsWith('instance_last_heartbeat'));
    expect(heard.map((name) => name.replace('instance_last_heartbeat_timestamp_seconds', '')).sort()).toEqual(
      [h1, h2, odd].sort(),
    );
    for (const name of heard) expect(Math.abs((samples[name] ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    const values = Object.fromEntries(Object.entries(samples).filter(([name]) => !heard.includes(name)));
    expect(values).toEqual({
      [`instance_cpu_percent${h1}`]: 12.5,
      [`instance_memory_bytes${h1}`]: 268_435_456,
      [`instance_thread${h1}`]: 9,
      [`instance_cpu_percent${h2}`]: -0.5,
      [`instance_gc_pause_seconds${odd}`]: 1e-10,
      [`instance_big${odd}`]: 1e300,
      'instances_left_out{what="instances"}': 0,
      // `cpu-percent` beside `cpu_percent`, and `!?`.
      'instances_left_out{what="values"}': 2,
    });
  });

  test('gives all who ask at once the same', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => (await scrape(monitor)).text()));
    const sorted = answers.map((answer) => answer.split('\n').sort().join('\n'));
    expect(new Set(sorted).size).toBe(1);
  });

  test.each([
    ['no key', {}, 401],
    ['a key', { 'x-api-key': testKey }, 200],
    ['a key as Prometheus sends it', { authorization: `Bearer ${testKey}` }, 200],
    ['a wrong key beside a bearer token', { 'x-api-key': 'wrong', authorization: `Bearer ${testKey}` }, 401],
    ['a key of another kind of authorization', { authorization: `Basic ${testKey}` }, 401],
  ])('asked with %s', async (_, headers, status) => {
    expect((await fetch(`${monitor.url}/metrics/instances`, { headers })).status).toBe(status);
  });

  test('looks at no more instances than the limit says, and tells how many it left out', async () => {
    const small = await startMonitor({ env: { MONITOR_INSTANCE_METRICS: '150', LOG_LEVEL: 'warn' } });
    try {
      const names = Array.from({ length: 400 }, (_, i) => ({
        serviceName: `s${i % 7}`,
        hostname: `h${i}`,
        port: 1,
      }));
      await Promise.all(names.map((name) => appear(small, name, { cpu_percent: 1 })));
      const samples = samplesOf(await (await scrape(small)).text());
      const shown = Object.keys(samples).filter((name) => name.startsWith('instance_cpu_percent'));
      expect(shown).toHaveLength(150);
      expect(samples['instances_left_out{what="instances"}']).toBe(250);
    } finally {
      await small.stop();
    }
  });

  test('is not there unless it is asked for', async () => {
    const plain = await startMonitor({ env: { LOG_LEVEL: 'warn' } });
    try {
      expect((await scrape(plain)).status).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
