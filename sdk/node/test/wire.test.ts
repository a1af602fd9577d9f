import { expect, test, vi } from 'vitest';
import { parseReply } from '../src/api/parse-reply.ts';
import { StandInMonitor } from './support/stand-in-monitor.ts';
import { talk } from './support/talk.ts';
import { type Json, wire } from './support/wire.ts';

/** Keys and types of a body, whatever its values. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value as Json).map(([key, entry]) => [key, shapeOf(entry)]));
}

test('the registration has exactly the shape of the golden body, and the values that were given', async () => {
  const golden = wire('register');
  // A checkout that is on no branch has none to tell.
  vi.stubEnv('SERVICE_MONITOR_COMMIT', 'abc').stubEnv('SERVICE_MONITOR_BRANCH', 'main');
  const { serviceName, environment, version, instanceId, hostname, port, url } = golden as Record<
    string,
    string
  >;
  const { monitor } = await talk({
    ...{ serviceName, environment, version, instanceId, hostname, port: Number(port), url },
    heartbeatIntervalMs: 30_000,
    location: false,
  });
  const { body } = await monitor.next('register');
  expect(shapeOf(body)).toEqual(shapeOf(golden));
  expect(body).toEqual({ ...golden, processId: process.pid, metadata: expect.anything() });
  expect(body.metadata?.['registered_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  vi.unstubAllEnvs();
});

test('labels are sent in the metadata, also where the metadata of the host is left out', async () => {
  const { monitor } = await talk({
    labels: { team: 'shop' },
    metadata: { notes: 'x'.repeat(9_000) },
    answer: (request) =>
      request.body.metadata?.['notes'] ? { status: 413 } : StandInMonitor.wellMeant(request),
  });
  const full = await monitor.next('register');
  const bare = await monitor.next('register');
  for (const { body } of [full, bare]) expect(body.metadata?.['labels']).toEqual({ team: 'shop' });
});

test('the heartbeat has exactly the shape of the golden body, with whole numbers where it has them', async () => {
  const golden = wire('heartbeat');
  const { monitor } = await talk();
  const { body } = await monitor.next('heartbeat');
  expect(shapeOf(body)).toEqual(shapeOf(golden));
  expect(body['instanceId']).toBe(wire('register-response')['instanceId']);
  for (const key of ['thread_count', 'requests_per_minute', 'active_connections']) {
    expect(body.metadata?.[key]).toSatisfy(Number.isInteger);
  }
});

test('a heartbeat without metrics and tracking carries its time alone', async () => {
  const { monitor } = await talk({ enableMetrics: false, enableRequestTracking: false });
  const { body } = await monitor.next('heartbeat');
  expect(Object.keys(body.metadata ?? {})).toEqual(['timestamp']);
});

test('the golden answers are understood', () => {
  expect(parseReply.registration(wire('register-response'))).toEqual({
    serviceId: wire('register-response')['serviceId'],
    instanceId: wire('register-response')['instanceId'],
  });
  expect(parseReply.heartbeat(wire('heartbeat-response'))).toEqual({
    serviceStatus: 'Healthy',
    nextHeartbeatSeconds: 30,
  });
});
