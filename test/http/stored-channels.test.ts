import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { leaksIn, textOfRedis } from '../support/leaks.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call, type Reply } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const secrets = {
  token: 'canary-gotify-token-of-a-channel',
  'changed token': 'canary-changed-token-of-a-channel',
  'refused token': 'canary-refused-token-of-a-channel',
};

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
const answers: string[] = [];

const file = 'channels: [{ id: of-file, type: gotify, url: "http://127.0.0.1:9", token: abc }]';

beforeAll(async () => {
  receiver = await startHttpReceiver();
  monitor = await startMonitor(
    {
      MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
      MONITOR_CHANNEL_PRIVATE_NETWORKS: '127.0.0.1',
    },
    file,
  );
});
afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

async function ask(method: string, path: string, body?: unknown, version?: string | null): Promise<Reply> {
  const headers = version === undefined ? {} : { 'if-match': version };
  const reply = await call(monitor, method, path, { ...(body === undefined ? {} : { body }), headers });
  answers.push(JSON.stringify([[...reply.headers], reply.body]));
  return reply;
}

const gotify = () => ({ type: 'gotify', url: new URL(receiver.url).origin, token: secrets.token });
const etagOf = (reply: Reply) => reply.headers.get('etag') ?? '';

async function made(id: string): Promise<string> {
  const reply = await ask('POST', '/api/channels', { id, ...gotify() });
  expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ channelId: id })]);
  return etagOf(reply);
}

describe('a channel that is made over the API', () => {
  test('is shown without its secrets, and sends', async () => {
    const reply = await ask('POST', '/api/channels', { id: 'shown', ...gotify(), match: { service: 'a*' } });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      ...{ channelId: 'shown', type: 'gotify', origin: 'api', enabled: true, problem: null },
      ...{ settings: { url: gotify().url }, secrets: { token: 'set' }, match: { service: 'a*' } },
      changedBy: expect.any(String),
    });
    expect(etagOf(reply)).toBe(`"${reply.body.version}"`);
    const { items } = (await ask('GET', '/api/channels')).body;
    expect(items.map(({ channelId, origin }: Record<string, string>) => [channelId, origin])).toEqual([
      ['of-file', 'file'],
      ['shown', 'api'],
    ]);
    expect(items[0]).toMatchObject({ version: null, settings: null, secrets: null });
    expect((await ask('POST', '/api/channels/shown/test')).body).toMatchObject({ result: 'sent' });
    expect(receiver.requests.at(-1)?.headers['x-gotify-key']).toBe(secrets.token);
  });

  test('is changed by who has seen it last, and keeps what is not given', async () => {
    const first = await made('changed');
    expect((await ask('PATCH', '/api/channels/changed', { events: ['health'] })).status).toBe(428);
    const changed = await ask('PATCH', '/api/channels/changed', { events: ['health'] }, first);
    expect(changed.body).toMatchObject({ settings: { events: ['health'] }, secrets: { token: 'set' } });
    const late = await ask('PATCH', '/api/channels/changed', { limit: 'none' }, first);
    expect([late.status, late.body.code]).toEqual([412, 'precondition-failed']);
    const without = await ask('PATCH', '/api/channels/changed', { events: null }, etagOf(changed));
    expect(without.body.settings).toEqual({ url: gotify().url });
    const replaced = await ask(
      'PUT',
      '/api/channels/changed',
      { type: 'gotify', url: gotify().url, limit: 'none' },
      '*',
    );
    expect(replaced.body).toMatchObject({ settings: { limit: 'none' }, secrets: { token: 'set' } });
    const token = secrets['changed token'];
    expect((await ask('PATCH', '/api/channels/changed', { token }, etagOf(replaced))).status).toBe(200);
    expect((await ask('POST', '/api/channels/changed/test')).body).toMatchObject({ result: 'sent' });
    expect(receiver.requests.at(-1)?.headers['x-gotify-key']).toBe(token);
  });

  test('sends its secrets to no other address than who knows them says', async () => {
    const version = await made('moved');
    const url = `${gotify().url}/elsewhere`;
    const moved = await ask('PATCH', '/api/channels/moved', { url }, version);
    expect([moved.status, moved.body.errors]).toEqual([
      400,
      [{ pointer: '/token', message: 'must be given again, because the address of the channel changes' }],
    ]);
    expect((await ask('PUT', '/api/channels/moved', { type: 'gotify', url }, version)).status).toBe(400);
    const { token } = gotify();
    expect((await ask('PATCH', '/api/channels/moved', { url, token }, version)).status).toBe(200);
  });

  test('is switched off and on, and removed', async () => {
    const version = await made('switched');
    const off = await ask('POST', '/api/channels/switched/disable');
    expect(off.body).toMatchObject({ enabled: false });
    expect((await ask('POST', '/api/channels/switched/test')).body).toMatchObject({
      detail: expect.stringContaining('switched off'),
    });
    expect((await ask('POST', '/api/channels/switched/enable', undefined, version)).status).toBe(412);
    expect((await ask('POST', '/api/channels/switched/enable')).body).toMatchObject({ enabled: true });
    expect((await ask('POST', '/api/channels/switched/test')).body).toMatchObject({ result: 'sent' });
    expect((await ask('DELETE', '/api/channels/switched', undefined, version)).status).toBe(412);
    expect((await ask('DELETE', '/api/channels/switched')).status).toBe(204);
    expect((await ask('GET', '/api/channels/switched')).status).toBe(404);
    expect((await ask('DELETE', '/api/channels/switched')).status).toBe(404);
  });

  test('is refused with all faults, and stored only once', async () => {
    const wrong = await ask('POST', '/api/channels', {
      ...{
        id: 'wrong',
        type: 'telegram',
        url: 'http://10.0.0.1/',
        token: secrets['refused token'],
        topic: 0,
      },
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation']);
    expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      ...['/chat', '/token', '/topic', '/url'],
    ]);
    await made('once');
    for (const id of ['once', 'of-file']) {
      const twice = await ask('POST', '/api/channels', { id, ...gotify() });
      expect([id, twice.status]).toEqual([id, 409]);
    }
    expect((await ask('PATCH', '/api/channels/of-file', { limit: 'none' }, '*')).body).toMatchObject({
      ...{ status: 409, detail: expect.stringContaining('monitor.yaml') },
    });
    expect((await ask('PATCH', '/api/channels/once', { id: 'other' }, '*')).body.errors).toMatchObject([
      { pointer: '/id' },
    ]);
  });
});

test('what becomes another kind of channel keeps no secret, though it has a field of that name', async () => {
  const etag = await made('became');
  const { url } = gotify();
  const kept = await ask('PUT', '/api/channels/became', { type: 'gotify', url }, etag);
  expect(kept.body).toMatchObject({ secrets: { token: 'set' } });
  const other = { type: 'ntfy', url, topic: 'canary-topic' };
  const became = await ask('PUT', '/api/channels/became', other, etagOf(kept));
  expect([became.status, became.body.secrets]).toEqual([200, { topic: 'set' }]);
  expect((await ask('DELETE', '/api/channels/became')).status).toBe(204);
});

test('a channel of the file is changed in the file, whatever version its caller names', async () => {
  for (const [method, path] of [
    ['PUT', '/api/channels/of-file'],
    ['PATCH', '/api/channels/of-file'],
  ] as const) {
    const body = method === 'PUT' ? { id: 'of-file', ...gotify() } : { enabled: false };
    expect(await ask(method, path, body)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('in monitor.yaml: change it there') },
    });
  }
});

test('a channel of the file goes before one of the API with its id, and the operator is told', async () => {
  await made('twice');
  const both = file.replace('[', '[{ id: twice, type: ntfy, topic: abcdefgh }, ');
  writeFileSync(join(monitor.dataDir, 'monitor.yaml'), both);
  await eventually('it is that of the file', async () => {
    const { body } = await ask('GET', '/api/channels/twice');
    return body.origin === 'file' && body;
  });
  expect((await ask('GET', '/api/channels/twice')).body).toMatchObject({
    ...{ type: 'ntfy', problem: expect.stringContaining('channels remove') },
  });
  expect((await ask('DELETE', '/api/channels/twice')).status).toBe(204);
  expect((await ask('GET', '/api/channels/twice')).body).toMatchObject({ origin: 'file', problem: null });
});

test('what was done stands in the audit log, and no secret anywhere', async () => {
  const { items } = (await ask('GET', '/api/audit?limit=200')).body;
  const acts = new Set(items.map(({ act }: { act: string }) => act));
  for (const act of ['created', 'changed', 'disabled', 'enabled', 'removed'])
    expect(acts).toContain(`channel-${act}`);
  for (const path of ['/metrics', '/openapi.json', '/api/notifications']) await ask('GET', path);
  const stored = await textOfRedis(monitor.redis, monitor.dataDir);
  expect(stored).toContain('stored-channels');
  expect(leaksIn(answers.join('\n'), secrets)).toEqual([]);
  expect(leaksIn(stored, secrets)).toEqual([]);
});

test('without a key the monitor runs, and says what is missing', async () => {
  const keyless = await startMonitor();
  try {
    const reply = await call(keyless, 'POST', '/api/channels', { body: { id: 'a', ...gotify() } });
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'secret-key-missing', detail: expect.stringContaining('MONITOR_SECRET_KEY') },
    ]);
    expect((await call(keyless, 'GET', '/api/channels')).body.items).toEqual([]);
    expect((await call(keyless, 'POST', '/api/channels/reencrypt')).status).toBe(409);
  } finally {
    await keyless.stop();
  }
});
