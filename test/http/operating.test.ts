import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call, type Reply } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

beforeAll(async () => {
  receiver = await startHttpReceiver();
  monitor = await startMonitor(
    {
      MONITOR_HEARTBEAT_INTERVAL: '100ms',
      MONITOR_HEARTBEAT_GRACE: '100ms',
      MONITOR_DOWN_AFTER: '400ms',
    },
    `channels:
      - { id: good, type: webhook, url: "${receiver.url}", secret: "${secret}" }
      - { id: gone, type: webhook, url: "${receiver.url}/gone", secret: "${secret}" }`,
  );
});

afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

const ask = (method: string, path: string, body?: unknown, key = monitor.key) =>
  call({ ...monitor, key }, method, path, body === undefined ? {} : { body });

/** Registers an instance that never beats, and waits for its incident. */
async function outageOf(serviceName: string): Promise<{ serviceId: string; incidentId: string }> {
  const body = { serviceName, environment: 'test', instanceId: 'one' };
  const { serviceId } = (await ask('POST', '/api/services/register', body)).body;
  const path = `/api/incidents?serviceId=${serviceId}`;
  const found = await eventually(
    'the incident is there',
    () => ask('GET', path),
    (reply) => reply.body.items.length > 0,
  );
  return { serviceId, incidentId: found.body.items[0].incidentId };
}

describe('an incident', () => {
  test('is acknowledged, noted and resolved by hand, and its timeline says who did what', async () => {
    const { incidentId, serviceId } = await outageOf('acted-on');
    const at = `/api/incidents/${incidentId}`;
    const marked = await ask('POST', `${at}/acknowledge`, { by: ' Ada ', note: 'on it' });
    expect(marked).toMatchObject({
      status: 200,
      body: { state: 'open', acknowledged: { by: 'Ada', note: 'on it', at: expect.stringMatching(/Z$/) } },
    });
    await ask('POST', `${at}/notes`, { by: 'Grace', note: 'the disk is full\nof logs' });
    const resolved = await ask('POST', `${at}/resolve`, { by: 'Ada', note: 'gone\nfor good' });
    expect(resolved).toMatchObject({ status: 200, body: { state: 'resolved', recoveredAt: null } });
    const { startedAt, resolvedAt, silentSeconds } = resolved.body;
    expect(silentSeconds).toBeGreaterThan(0);
    // What a busy machine could not hear is no silence.
    expect(silentSeconds * 1000).toBeLessThanOrEqual(Date.parse(resolvedAt) - Date.parse(startedAt));
    const { body } = await ask('GET', at);
    // Blind time is known once it is over: the silence may be found to be shorter, and nothing else changes.
    expect(body).toEqual({ ...resolved.body, silentSeconds: body.silentSeconds });
    expect(body.silentSeconds).toBeLessThanOrEqual(silentSeconds);
    expect(body.timeline.slice(-3)).toEqual([
      { at: expect.any(String), action: 'acknowledged', by: 'Ada', note: 'on it' },
      { at: expect.any(String), action: 'noted', by: 'Grace', note: 'the disk is full\nof logs' },
      { at: body.resolvedAt, action: 'resolved', by: 'Ada', note: 'gone\nfor good' },
    ]);
    expect((await ask('GET', `/api/services/${serviceId}`)).body).toMatchObject({
      ...{ status: 'Down', openIncidentId: null },
      // It registered, which is no heartbeat.
      lastHeartbeatAt: null,
    });
    const told = await eventually(
      'the end is told',
      async () => receiver.requests.map((request) => JSON.parse(request.body)),
      (sent) => sent.some((one) => one.subject === incidentId && one.data.resolvedBy === 'Ada'),
    );
    const kinds = told.filter((one) => one.subject === incidentId).map((one) => one.data.kind);
    expect([...new Set(kinds)]).toEqual(['down', 'resolved']);
    const end = told.find((one) => one.subject === incidentId && one.data.kind === 'resolved');
    expect(end.data).toMatchObject({ silentSeconds, note: 'gone\nfor good', lastHeartbeatAt: null });
  });

  test('that is over or does not exist, and words that say nothing, are refused as problems', async () => {
    const { incidentId, serviceId } = await outageOf('refused');
    await ask('POST', `/api/incidents/${incidentId}/resolve`, { by: 'Ada' });
    const replies = await Promise.all([
      ask('POST', `/api/incidents/${incidentId}/resolve`, { by: 'Ada' }),
      ask('POST', `/api/incidents/${incidentId}/acknowledge`, { by: 'Ada' }),
      ask('POST', `/api/incidents/${serviceId}/acknowledge`, { by: 'Ada' }),
      ask('POST', `/api/incidents/${incidentId}/notes`, { by: 'Ada' }),
      ask('POST', `/api/incidents/${incidentId}/notes`, { by: '  ', note: 'x' }),
      ask('POST', `/api/incidents/${incidentId}/notes`, { by: 'Ada', note: 'a\u202Eb' }),
      ask('POST', `/api/incidents/${incidentId}/notes`, { by: 'Ada', note: 'a\rb' }),
      ask('POST', `/api/incidents/${incidentId}/notes`, { by: 'Ada\nBob', note: 'a' }),
    ]);
    const said = replies.map(({ status, body, headers }) => [
      status,
      body.code,
      headers.get('content-type')?.split(';')[0],
    ]);
    const problem = 'application/problem+json';
    expect(said).toEqual([
      [409, 'conflict', problem],
      [409, 'conflict', problem],
      [404, 'not-found', problem],
      [400, 'validation', problem],
      [400, 'validation', problem],
      [400, 'validation', problem],
      [400, 'validation', problem],
      [400, 'validation', problem],
    ]);
  });
});

describe('a dead message', () => {
  test('is tried again, once it is dead', async () => {
    const { incidentId } = await outageOf('unheard');
    const rows = () => ask('GET', `/api/notifications?incidentId=${incidentId}`);
    const find = (reply: Reply, channelId: string) =>
      reply.body.items.find((row: { channelId: string }) => row.channelId === channelId);
    const settled = await eventually(
      'both messages are settled',
      rows,
      (reply) => find(reply, 'gone')?.state === 'dead' && find(reply, 'good')?.state === 'sent',
    );
    const { notificationId } = find(settled, 'gone');
    const before = receiver.requests.filter((one) => one.headers['webhook-id'] === notificationId).length;
    const replayed = await ask('POST', `/api/notifications/${notificationId}/replay`);
    expect(replayed).toMatchObject({ status: 200, body: { notificationId } });
    await eventually(
      'it is sent once more',
      async () => receiver.requests.filter((one) => one.headers['webhook-id'] === notificationId).length,
      (count) => count === before + 1,
    );
    const sent = find(settled, 'good').notificationId;
    expect((await ask('POST', `/api/notifications/${sent}/replay`)).status).toBe(409);
    expect((await ask('POST', `/api/notifications/${incidentId}/replay`)).status).toBe(404);
  });
});

describe('an archived service', () => {
  test('leaves the lists, and comes back when it registers', async () => {
    const { serviceId, incidentId } = await outageOf('archived');
    expect((await ask('DELETE', `/api/services/${serviceId}`)).status).toBe(204);
    expect((await ask('GET', `/api/services/${serviceId}`)).status).toBe(404);
    expect((await ask('DELETE', `/api/services/${serviceId}`)).status).toBe(404);
    expect((await ask('GET', `/api/incidents/${incidentId}`)).body.state).toBe('resolved');
    const body = { serviceName: 'archived', environment: 'test', instanceId: 'one' };
    expect((await ask('POST', '/api/services/register', body)).body.serviceId).toBe(serviceId);
    expect((await ask('GET', `/api/services/${serviceId}`)).body.status).toBe('Pending');
  });
});

describe('channels', () => {
  test('are listed with how they do, and without what is in them', async () => {
    const { body } = await ask('GET', '/api/channels');
    const [good, gone] = body.items;
    const never = { circuitOpenSince: null, nextAttemptAt: null, lastError: null, lastProof: null };
    expect(good).toMatchObject({ channelId: 'good', type: 'webhook', circuit: 'closed', ...never });
    expect(Date.parse(good.lastSentAt)).toBeGreaterThan(0);
    expect(gone).toMatchObject({ channelId: 'gone', lastSentAt: null, lastError: { answer: '410 Gone' } });
    expect(JSON.stringify(body)).not.toMatch(/whsec_|http:/);
  });

  test('are tested with a message that says so, and the answer says how it ended', async () => {
    const good = await ask('POST', '/api/channels/good/test');
    expect(good).toMatchObject({ status: 200, body: { result: 'sent', reason: null, permanent: null } });
    const sent = receiver.requests.map((one) => JSON.parse(one.body));
    expect(sent.filter((one) => one.type === 'service-monitor.test')).toHaveLength(1);
    expect(await ask('POST', '/api/channels/gone/test')).toMatchObject({
      status: 200,
      body: { result: 'failed', permanent: true, reason: expect.stringContaining('410') },
    });
    const items: { lastTestError: unknown }[] = (await ask('GET', '/api/channels')).body.items;
    const because = { at: expect.stringMatching(/Z$/), reason: expect.stringContaining('410') };
    expect(items.map(({ lastTestError }) => lastTestError)).toEqual([null, because]);
    expect((await ask('POST', '/api/channels/nothing/test')).status).toBe(404);
  });
});

describe('keys', () => {
  test('are made over HTTP, shown once, listed without secrets, and revoked', async () => {
    const made = await ask('POST', '/api/keys', { name: 'ci', scopes: ['read'], services: ['web-*'] });
    expect(made.status).toBe(201);
    const { key, keyId } = made.body;
    expect(made.headers.get('cache-control')).toBe('no-store');
    await eventually(
      'the key is known',
      () => ask('GET', '/api/services', undefined, key),
      (reply) => reply.status === 200,
    );
    const listed = await ask('GET', '/api/keys');
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(13));
    expect(JSON.stringify(listed.body)).not.toContain('hash');
    expect(listed.body.items).toContainEqual({ ...made.body, key: undefined });
    expect((await ask('DELETE', `/api/keys/${keyId}`)).status).toBe(204);
    expect((await ask('DELETE', `/api/keys/${keyId}`)).status).toBe(404);
    await eventually(
      'the key is revoked',
      () => ask('GET', '/api/services', undefined, key),
      (reply) => reply.status === 401,
    );
  });

  test('are refused that would work for nothing, or lock somebody out', async () => {
    const own = monitor.key.slice(4, 12);
    const past = { name: 'past', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' };
    const replies = await Promise.all([
      ask('POST', '/api/keys', past),
      ask('POST', '/api/keys', { name: 'none', scopes: [] }),
      ask('DELETE', `/api/keys/${own}`),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([400, 400, 409]);
  });
});

describe('who may', () => {
  test('a key without the scope, or bound to other services, may do none of it', async () => {
    const { serviceId, incidentId } = await outageOf('guarded');
    const reader = await makeKey(monitor.redis, { scopes: ['ingest', 'read'] });
    const bound = await makeKey(monitor.redis, { services: ['elsewhere'] });
    const known = (key: string) => ask('GET', '/api/services', undefined, key);
    await eventually(
      'both keys are known',
      async () => [(await known(reader)).status, (await known(bound)).status],
      (both) => both.every((status) => status === 200),
    );
    const wanted: [string, string, unknown][] = [
      ['POST', `/api/incidents/${incidentId}/resolve`, { by: 'Mallory' }],
      ['DELETE', `/api/services/${serviceId}`, undefined],
      ['GET', '/api/channels', undefined],
      ['POST', '/api/channels/good/test', undefined],
      ['GET', '/api/keys', undefined],
      ['POST', '/api/keys', { name: 'more', scopes: ['admin'] }],
    ];
    const answers = async (key: string) =>
      Promise.all(wanted.map(async ([method, path, body]) => (await ask(method, path, body, key)).status));
    expect(await answers(reader)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await answers(bound)).toEqual([404, 404, 403, 403, 403, 403]);
    expect((await ask('GET', `/api/incidents/${incidentId}`)).body.state).toBe('open');
  });
});
