import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings } from '../support/fast-settings.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/start-otlp-receiver.ts';

let collector: OtlpReceiver;
let monitor: RunningMonitor | null = null;

beforeEach(async () => {
  collector = await startOtlpReceiver();
});
afterEach(async () => {
  await monitor?.kill();
  await collector.close();
});

async function start(env: Record<string, string>): Promise<RunningMonitor> {
  const often = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_METRIC_EXPORT_INTERVAL: '300' };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  monitor = await startMonitor({
    env: { ...fastSettings, ...often, ...endpoint, LOG_LEVEL: 'info', ...env },
  });
  return monitor;
}

/** Registers an instance and sends its first heartbeat. */
async function registerAndBeat({ url }: RunningMonitor): Promise<void> {
  const api = apiClient(url);
  const body = { serviceName: 'orders', environment: 'production', instanceId: 'one' };
  const reply = await api.call('POST', '/api/services/register', body);
  const { instanceId } = (await reply.json()) as { instanceId: string };
  expect((await api.call('POST', '/api/services/heartbeat', { instanceId })).status).toBe(200);
}

/** Samples of /metrics by name and labels, without those that change while nobody looks. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.matchAll(/^(monitor_(?!redis|sweep|event_lag|http)\w+(?:\{.*\})?) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

/** What the collector got last, written as Prometheus writes it. */
function samplesAt({ metrics }: OtlpReceiver): Map<string, number> {
  const samples = new Map<string, number>();
  const put = (name: string, labels: object, value: number) => {
    const text = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    samples.set(text.length === 0 ? name : `${name}{${text.join()}}`, value);
  };
  for (const [name, { points }] of metrics) {
    for (const { attributes, asDouble, count, sum, bucketCounts = [], explicitBounds = [] } of points) {
      if (asDouble !== undefined) put(name, attributes, asDouble);
      if (count === undefined) continue;
      put(`${name}_sum`, attributes, sum ?? 0);
      put(`${name}_count`, attributes, count);
      let upTo = 0;
      bucketCounts.forEach((each, i) => {
        upTo += each;
        put(`${name}_bucket`, { le: explicitBounds[i] ?? '+Inf', ...attributes }, upTo);
      });
    }
  }
  return samples;
}

test('the metrics that arrive are those of /metrics, with the same values', async () => {
  const running = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_TRACES_EXPORTER: 'none' });
  await registerAndBeat(running);
  const text = () => fetch(`${running.url}/metrics`).then((reply) => reply.text());
  await eventually(
    'it is Down',
    async () => /monitor_transitions_total\{status="Down"\} 1/.test(await text()),
    30_000,
  );
  await eventually('the same has arrived', async () => {
    const [shown, sent] = [samplesOf(await text()), samplesAt(collector)];
    return shown.size > 60 && [...shown].every(([name, value]) => sent.get(name) === value);
  });
  const names = [...(await text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const kinds = { counter: 'sum', gauge: 'gauge', histogram: 'histogram' } as Record<string, string>;
  const sent = [...collector.metrics].map(([name, { kind }]) => [name, kind] as const);
  expect(new Map(sent)).toEqual(new Map(names.map(([, name = '', type = '']) => [name, kinds[type]])));
  expect(await running.stop()).toBe(0);
  expect(collector.spans).toEqual([]);
});

test('every heartbeat and every batch of checks is a span when the sampler says all', async () => {
  const running = await start({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  const instance = await startInstance([running.url], { serviceName: 'orders', hostname: 'h' }, 500);
  const spanWhere = (what: string, isIt: (span: ReceivedSpan) => boolean) =>
    eventually(`${what} is a span`, () => collector.spans.find(isIt));
  await spanWhere('a batch of checks', ({ name, attributes }) => {
    return name === 'check-instances' && attributes['monitor.partition'] === 0;
  });
  const beats = () => collector.spans.filter(({ name }) => name === 'POST /api/services/heartbeat').length;
  await eventually('every heartbeat is a span', async () => {
    const text = await (await fetch(`${running.url}/metrics`)).text();
    const counted = /^monitor_heartbeats_total\{result="ok"\} (\d+)$/m.exec(text)?.[1];
    return beats() > 3 && beats() === Number(counted);
  });
  await instance.stopGracefully();
});

test('a stop sends what is left', async () => {
  const late = { OTEL_BSP_SCHEDULE_DELAY: '60000', OTEL_METRIC_EXPORT_INTERVAL: '60000' };
  const running = await start({ ...late, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  await registerAndBeat(running);
  expect(collector.requests).toEqual([]);
  expect(await running.stop()).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain('POST /api/services/register');
  expect(samplesAt(collector).get('monitor_heartbeats_total{result="ok"}')).toBe(1);
});

test('protobuf is what is sent when nothing else is asked for', async () => {
  const running = await start({});
  await registerAndBeat(running);
  const bodyOf = (path: string, part: string) =>
    eventually(`${part} arrives at ${path}`, () =>
      collector.requests.find((request) => request.path === path && request.body.includes(part)),
    );
  const spans = await bodyOf('/v1/traces', 'POST /api/services/register');
  expect(spans.headers['content-type']).toBe('application/x-protobuf');
  // A protobuf message of spans begins with field 1, of bytes.
  expect(spans.body[0]).toBe(0x0a);
  expect((await bodyOf('/v1/metrics', 'monitor_build_info')).body[0]).toBe(0x0a);
  expect(await running.stop()).toBe(0);
});

const complaints = ({ printed }: RunningMonitor) =>
  printed().match(/"OpenTelemetry: \w+ could not be exported/g) ?? [];

test('a collector that is away is told of once for each signal, and once when it is back', async () => {
  collector.answer(400);
  const running = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_TRACES_SAMPLER: 'always_on' });
  await registerAndBeat(running);
  const tried = (path: string) => collector.requests.filter((request) => request.path === path).length;
  await eventually('metrics are refused again and again', () => tried('/v1/metrics') > 5);
  await eventually('spans are refused again and again', async () => {
    await registerAndBeat(running);
    return tried('/v1/traces') > 5;
  });
  expect(complaints(running)).toHaveLength(2);
  collector.answer(200);
  await registerAndBeat(running);
  await eventually('it is said that both are exported again', () =>
    ['spans', 'metrics'].every((what) =>
      running.printed().includes(`OpenTelemetry: ${what} are exported again`),
    ),
  );
  expect(complaints(running)).toHaveLength(2);
  expect(await running.stop()).toBe(0);
});

test('a collector that hangs holds up neither the monitor nor its end', async () => {
  collector.answer(null);
  const running = await start({ OTEL_TRACES_SAMPLER: 'always_on' });
  await registerAndBeat(running);
  await eventually(
    'both signals are tried',
    () => new Set(collector.requests.map(({ path }) => path)).size === 2,
  );
  const api = apiClient(running.url);
  await eventually(
    'it is found Down all the same',
    async () => (await api.service('orders'))?.status === 'Down',
    30_000,
  );
  const beganAtMs = performance.now();
  expect(await running.stop()).toBe(0);
  // A second for what is left, and the time that a stop takes anyway.
  expect(performance.now() - beganAtMs).toBeLessThan(5_000);
  expect(running.printed()).not.toContain('shutdown took too long');
});
