import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/start-otlp-receiver.ts';

let collector: OtlpReceiver;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let monitor: RunningMonitor;

const secret = `secret: "whsec_${'c2VjcmV0'.repeat(4)}"`;

beforeAll(async () => {
  [collector, receiver] = await Promise.all([startOtlpReceiver(), startHttpReceiver()]);
  monitor = await startMonitor({
    file: `channels:
  - { id: hook, type: webhook, url: "${receiver.url}", ${secret} }
  - { id: closed, type: webhook, url: "${receiver.url}/gone", ${secret} }
`,
    env: {
      ...fastSettings,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary-token',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.instance.id=node-7',
      LOG_LEVEL: 'debug',
    },
  });
});
afterAll(async () => {
  await monitor.stop();
  await collector.close();
  await receiver.close();
});

/** What an instance sends, as part of a trace of its own. */
async function send(path: 'register' | 'heartbeat', body: object, traceparent: string, key = testKey) {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, traceparent };
  return fetch(`${monitor.url}/api/services/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
}

const parentOf = (digit: string, flags = '01') => `00-${digit.repeat(32)}-${'a'.repeat(16)}-${flags}`;

const spanWhere = (what: string, isIt: (span: ReceivedSpan) => boolean) =>
  eventually(`a span arrives: ${what}`, () => collector.spans.find(isIt), 30_000);

async function register(
  serviceName: string,
  digit: string,
): Promise<{ serviceId: string; instanceId: string }> {
  const body = {
    serviceName,
    environment: 'production',
    instanceId: 'one',
    metadata: { note: 'canary-note' },
  };
  const reply = await send('register', body, parentOf(digit));
  return (await reply.json()) as { serviceId: string; instanceId: string };
}

test("a registration is a span in its caller's trace, with names and ids", async () => {
  const { serviceId, instanceId } = await register('billing', '1');
  const span = await spanWhere('the registration', ({ traceId }) => traceId === '1'.repeat(32));
  expect(span).toMatchObject({
    ...{ name: 'POST /api/services/register', kind: 2, parentSpanId: 'a'.repeat(16) },
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/services/register',
      'http.response.status_code': 200,
      'monitor.service.name': 'billing',
      'monitor.service.environment': 'production',
      'monitor.service.id': serviceId,
      'monitor.instance.id': instanceId,
    },
  });
  expect(span.durationMs).toBeGreaterThan(0);
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'service-monitor',
    'service.instance.id': 'node-7',
    'deployment.environment.name': 'staging',
  });
});

test('a heartbeat is a span when its caller says so, and none when it says not to or has no key', async () => {
  const { instanceId } = await register('billing', '2');
  const beat = (parent: string, key = testKey) => send('heartbeat', { instanceId }, parent, key);
  expect((await beat(parentOf('3', '00'))).status).toBe(200);
  expect((await beat(parentOf('4'), `smk_unknown_${'x'.repeat(43)}`)).status).toBe(401);
  expect((await beat(parentOf('5'))).status).toBe(200);
  // Spans arrive in the order in which they end.
  expect(await spanWhere('the heartbeat', ({ traceId }) => traceId === '5'.repeat(32))).toMatchObject({
    ...{ name: 'POST /api/services/heartbeat', kind: 2 },
    attributes: { 'monitor.instance.id': instanceId, 'http.response.status_code': 200 },
  });
  const others = collector.spans.filter(({ traceId }) => /^(3+|4+)$/.test(traceId));
  expect(others).toEqual([]);
});

test('an outage is a check that changed a status, and one trace of its incident with all its messages', async () => {
  const { serviceId, instanceId } = await register('orders', '6');
  const check = await spanWhere(
    'the check that found it Down',
    ({ name, attributes }) =>
      name === 'check-instance' &&
      attributes['monitor.instance.id'] === instanceId &&
      attributes['monitor.status.to'] === 'Down',
  );
  expect(check).toMatchObject({
    kind: 5,
    attributes: { 'monitor.check.outcome': 'changed', 'monitor.status.from': 'Degraded' },
  });
  expect(check.attributes['monitor.check.lateness_ms']).toBeLessThan(5_000);

  const api = apiClient(monitor.url);
  const { incidentId } = await eventually('the incident', async () =>
    (await api.incidents()).find(({ serviceName }) => serviceName === 'orders'),
  );
  const traceId = incidentId.replaceAll('-', '');
  const ofIncident = { 'monitor.incident.id': incidentId, 'monitor.service.id': serviceId };
  const inTrace = (text: string, isIt: (span: ReceivedSpan) => boolean) =>
    spanWhere(text, (span) => span.traceId === traceId && isIt(span));
  expect(await inTrace('the roll-up', ({ name }) => name === 'roll-up-service')).toMatchObject({
    kind: 5,
    attributes: { ...ofIncident, 'monitor.incident.event': 'opened', 'monitor.status.to': 'Down' },
  });
  const toChannel = (id: string) =>
    inTrace(`the message to ${id}`, ({ attributes }) => attributes['monitor.channel.id'] === id);
  const delivery = await toChannel('hook');
  expect(delivery).toMatchObject({
    ...{ name: 'deliver-notification', kind: 3 },
    attributes: {
      ...ofIncident,
      'monitor.notification.kind': 'down',
      'monitor.channel.type': 'webhook',
      'monitor.delivery.attempt': 1,
      'monitor.delivery.outcome': 'sent',
    },
  });
  expect(receiver.requests.map(({ headers }) => headers['traceparent'])).toContain(
    `00-${traceId}-${delivery.spanId}-01`,
  );
  expect(await toChannel('closed')).toMatchObject({
    status: { code: 2, message: expect.stringContaining('410') },
    attributes: { 'monitor.delivery.outcome': 'dead' },
  });
});

test('the collector is sent the header, and nothing else is told of headers, keys or metadata', () => {
  expect(collector.requests.length).toBeGreaterThan(0);
  const authorized = collector.requests.filter(
    ({ headers }) => headers.authorization === 'Bearer canary-token',
  );
  expect(authorized).toHaveLength(collector.requests.length);
  const sent = collector.requests.map(({ body }) => body.toString()).join('\n');
  for (const text of [sent, monitor.printed()]) {
    expect(text).not.toContain('canary');
    expect(text).not.toContain(testKey);
  }
});
