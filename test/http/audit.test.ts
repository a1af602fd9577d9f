import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { auditSchema } from '../../src/http/schemas/audit.ts';
import { runCommand } from '../commands/run-command.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call, type Reply } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';
import { writeGroup } from './write-group.ts';

type Entry = (typeof auditSchema)['_output'];

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
/** Ids of things that exist, by the name of the parameter. */
const ids: Record<string, string> = {};

const entries = async () => (await call(monitor, 'GET', '/api/audit?limit=200')).body.items as Entry[];

beforeAll(async () => {
  receiver = await startHttpReceiver();
  const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;
  const hook = (id: string, url: string) =>
    `{ id: ${id}, type: webhook, url: "${url}", secret: "${secret}" }`;
  monitor = await startMonitor(
    {
      ...{
        MONITOR_HEARTBEAT_INTERVAL: '100ms',
        MONITOR_HEARTBEAT_GRACE: '100ms',
        MONITOR_DOWN_AFTER: '400ms',
      },
      MONITOR_TRUSTED_PROXIES: '127.0.0.1',
      MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
      MONITOR_PUBLIC_URL: 'https://monitor.example.com',
    },
    `channels: [${hook('good', receiver.url)}, ${hook('bad', `${receiver.url}/gone`)}]`,
  );
  const body = { serviceName: 'orders', environment: 'test', instanceId: 'one' };
  ids['serviceId'] = (await call(monitor, 'POST', '/api/services/register', { body })).body.serviceId;
  const incidents = await eventually(
    'the incident is there',
    () => call(monitor, 'GET', '/api/incidents'),
    (reply) => reply.body.items.length > 0,
  );
  ids['incidentId'] = incidents.body.items[0].incidentId;
  const dead = (reply: Reply) => reply.body.items.find((row: { state: string }) => row.state === 'dead');
  const rows = await eventually('a message is dead', () => call(monitor, 'GET', '/api/notifications'), dead);
  ids['notificationId'] = dead(rows).notificationId;
  ids['channelId'] = 'good';
  ids['madeId'] = 'made';
  ids['outageGroupId'] = await writeGroup(monitor.redis, {
    ...{ host: 'h1', startedAtMs: Date.now(), endedAtMs: null },
    incidents: [{ ...incidents.body.items[0], isOver: false }],
  });
});

afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

const channel = { type: 'slack', url: 'https://hooks.example.com/services/x' };
const act = (text: string) => ({ by: 'Ada', note: text });
const retraction = { by: 'Ada', at: 'the time of the note' };

/** How each route that changes something is called, and what is written down; the order is that of the story. */
const acts: [route: string, act: string, body?: unknown][] = [
  ['POST /api/channels', 'channel-created', { id: 'made', ...channel }],
  ['PUT /api/channels/{madeId}', 'channel-changed', channel],
  ['PATCH /api/channels/{madeId}', 'channel-changed', { events: ['health'], enabled: true }],
  ['POST /api/channels/{madeId}/disable', 'channel-disabled'],
  ['POST /api/channels/{madeId}/enable', 'channel-enabled'],
  ['POST /api/channels/reencrypt', 'channels-reencrypted'],
  ['DELETE /api/channels/{madeId}', 'channel-removed'],
  ['POST /api/channels/{channelId}/test', 'channel-tested'],
  ['POST /api/channels/{channelId}/drill', 'channel-drilled'],
  ['POST /api/config/reload', 'config-reloaded'],
  ['POST /api/incidents/{incidentId}/acknowledge', 'incident-acknowledged', act('looking')],
  ['POST /api/outage-groups/{outageGroupId}/acknowledge', 'outage-group-acknowledged', act('the switch')],
  ['POST /api/incidents/{incidentId}/notes', 'incident-noted', { ...act('it is the disk'), public: true }],
  ['POST /api/incidents/{incidentId}/notes/retract', 'incident-note-retracted', retraction],
  ['POST /api/notifications/{notificationId}/replay', 'notification-replayed'],
  ['POST /api/incidents/{incidentId}/resolve', 'incident-resolved', act('done')],
  [
    'POST /api/keys',
    'key-created',
    { name: 'ci', scopes: ['ingest'], services: ['shop-*'], maxInstances: 5 },
  ],
  ['DELETE /api/keys/{keyId}', 'key-revoked'],
  [
    'POST /api/maintenance',
    'maintenance-declared',
    { match: { service: 'orders' }, for: '30m', by: 'ci', note: 'deploy 4711' },
  ],
  ['POST /api/maintenance/{windowId}/extend', 'maintenance-extended', { for: '1h' }],
  ['DELETE /api/maintenance/{windowId}', 'maintenance-ended'],
  ['DELETE /api/services/{serviceId}', 'service-archived'],
];

/** What has no id in its path. */
const targets: Record<string, string | undefined> = {
  ...{ 'config-reloaded': 'monitor.yaml', 'channel-created': 'made', 'channels-reencrypted': 'channels' },
  get 'maintenance-declared'() {
    return ids['windowId'];
  },
};

describe('the audit', () => {
  it('has an entry for every route that changes something, with who, what, when and from where', async () => {
    const document = (await call(monitor, 'GET', '/openapi.json')).body as { paths: Record<string, object> };
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ofInstances = /^(POST \/api\/services\/(register|heartbeat)|DELETE \/api\/instances\/)/;
    const changing = routes.filter((route) => !route.startsWith('GET ') && !ofInstances.test(route));
    expect(changing.toSorted()).toEqual(
      acts.map(([route]) => route.replace('madeId', 'channelId')).toSorted(),
    );

    const headers = { 'x-forwarded-for': '192.0.2.7', 'if-match': '*' };
    const before = Date.now();
    for (const [route, , body] of acts) {
      const [method = '', path = ''] = route.split(' ');
      const target = path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? 'missing');
      const reply = await call(monitor, method, target, { body, headers });
      expect([route, reply.status]).toEqual([route, expect.toBeOneOf([200, 201, 204])]);
      if (route.endsWith('/notes')) retraction.at = reply.body.timeline.at(-1).at;
      if (route === 'POST /api/keys') ids['keyId'] = reply.body.keyId;
      if (route === 'POST /api/maintenance') ids['windowId'] = reply.body.windowId;
    }
    const found = (await entries()).slice(0, acts.length).toReversed();
    expect(found.map((entry) => entry.act)).toEqual(acts.map(([, name]) => name));
    for (const [i, entry] of found.entries()) {
      const name = /\{(\w+)\}/.exec(acts[i]?.[0] ?? '')?.[1] ?? 'keyId';
      const target = targets[entry.act] ?? ids[name];
      expect(entry).toMatchObject({
        ...{ target, from: '192.0.2.7', failedBecause: null },
        by: { keyId: monitor.key.slice(4, 12), name: 'MONITOR_API_KEY' },
      });
      expect(Math.abs(Date.parse(entry.at) - before)).toBeLessThan(60_000);
    }
    const details = new Map(found.map((entry) => [entry.act, entry.detail]));
    expect(details.get('key-created')).toBe('ci: ingest; only service shop-*; 5 instances');
    expect(details.get('channel-created')).toBe('id, type, url');
    expect(details.get('incident-noted')).toBe('Ada: in public: it is the disk');
    expect(details.get('incident-note-retracted')).toBe(`Ada: the note of ${retraction.at}`);
    expect(details.get('maintenance-declared')).toBe('deploy 4711 (ci): {"service":"orders"}');
    expect(details.get('maintenance-extended')).toBe('1h');
    expect(details.get('service-archived')).toBe('orders in test');
  });

  it('says where the key of the environment came from, and what was done on the command line', async () => {
    const run = async (...args: string[]) => {
      const ran = await runCommand('/', args, { MONITOR_DATA_DIR: monitor.dataDir });
      expect(ran).toMatchObject({ code: 0 });
      return ran.stdout;
    };
    const keyId = (await run('keys', 'create', '--name', 'mine', '--scopes', 'admin')).slice(4, 12);
    await run('keys', 'limit', keyId, '7');
    await run('keys', 'revoke', keyId);
    await run('backup', join(monitor.dataDir, 'backup.ndjson'));
    const found = await entries();
    expect(found.slice(0, 4).map((entry) => [entry.act, entry.target, entry.detail])).toEqual([
      ['backup-begun', null, `into ${join(monitor.dataDir, 'backup.ndjson')}`],
      ['key-revoked', keyId, 'mine'],
      ['key-limited', keyId, 'mine: 7 living instances'],
      ['key-created', keyId, 'mine: admin'],
    ]);
    expect(found[0]?.by).toEqual({ keyId: null, name: expect.stringMatching(/^\S+ \(command line\)$/) });
    expect(found.at(-1)).toMatchObject({
      ...{ act: 'key-provided', target: monitor.key.slice(4, 12), by: { name: 'start of a node' } },
    });
    const listed = await run('audit', 'list', '--url', monitor.url, '--key', monitor.key, '--limit', '2');
    expect(listed).toMatch(/^AT +ACT +TARGET +BY +FROM +DETAIL\n\S+ +backup-begun /);
  });

  it('is paged, newest first', async () => {
    const all = await entries();
    const paged: Entry[] = [];
    let cursor: string | null = '';
    do {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await call(monitor, 'GET', `/api/audit?limit=5${query}`);
      paged.push(...(body.items as Entry[]));
      cursor = body.nextCursor as string | null;
    } while (cursor !== null);
    expect(paged).toEqual(all);
    expect(all.map((entry) => entry.at)).toEqual(
      all
        .map((entry) => entry.at)
        .toSorted()
        .toReversed(),
    );
  });

  it('is filtered by what was done and by whom, over its pages', async () => {
    const some = async (query: string) => (await call(monitor, 'GET', `/api/audit?${query}`)).body;
    const all = await entries();
    const ofKeys = await some('act=key-created&limit=200');
    expect(ofKeys.items).toEqual(all.filter(({ act }) => act === 'key-created'));
    expect(ofKeys.items.length).toBeGreaterThan(1);
    const first = await some('act=key-created&limit=1');
    const next = await some(`act=key-created&limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...next.items]).toEqual(ofKeys.items.slice(0, 2));
    const people = (await some('by=A*a&limit=200')).items.map((entry: Entry) => entry.detail);
    expect(people.length).toBeGreaterThan(2);
    expect(people.filter((detail: string) => !detail.startsWith('Ada: '))).toEqual([]);
    expect((await some('by=start of a node')).items).toHaveLength(1);
    expect((await some(`by=${monitor.key.slice(4, 12)}&act=channel-tested`)).items).toHaveLength(1);
    expect(await some('by=Ad')).toEqual({ items: [], nextCursor: null });
  });

  it('says of an act that failed after it was written down that it did, and why', async () => {
    const path = `/api/incidents/${ids['incidentId']}/resolve`;
    expect((await call(monitor, 'POST', path, { body: act('again') })).status).toBe(409);
    const [failed, asked] = await entries();
    expect([failed?.act, failed?.failedBecause]).toEqual(['incident-resolved', 'conflict']);
    expect([asked?.act, asked?.failedBecause]).toEqual(['incident-resolved', null]);
  });

  it('has no secret in it, not even of a key whose text is given for its id', async () => {
    const secret = await makeKey(monitor.redis, {});
    expect((await call(monitor, 'DELETE', `/api/keys/${secret}`)).status).toBe(404);
    const stored = JSON.stringify(await monitor.redis.xrange('monitor:audit', '-', '+'));
    expect(stored).not.toContain(secret.slice(13));
    expect(stored).not.toContain(monitor.key.slice(13));
  });

  it('is not for keys that are bound to some services', async () => {
    const bound = { url: monitor.url, key: await makeKey(monitor.redis, { services: ['shop-*'] }) };
    const reply = await eventually(
      'the key is known',
      () => call(bound, 'GET', '/api/audit'),
      ({ status }) => status !== 401,
    );
    expect(reply.status).toBe(403);
  });

  // The last: it ruins the record.
  it('comes first: what cannot be written down is not done', async () => {
    const listed = async () => (await call(monitor, 'GET', '/api/keys')).body.items.length as number;
    const before = await listed();
    await monitor.redis.set('monitor:audit', 'no stream');
    const body = { name: 'unseen', scopes: ['admin'] };
    expect((await call(monitor, 'POST', '/api/keys', { body })).status).toBe(500);
    expect(await listed()).toBe(before);
  });
});
