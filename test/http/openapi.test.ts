import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call, type Reply } from './call.ts';
import { composeApp } from './compose-app.ts';
import { type OpenApi, openApiFaults } from './openapi-faults.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let document: OpenApi;
/** Ids of things that exist, by the name of the parameter. */
const ids: Record<string, string> = {};

const registration = {
  serviceName: 'documented',
  environment: 'test',
  instanceId: 'one',
  hostname: 'h',
  port: 1,
};

beforeAll(async () => {
  receiver = await startHttpReceiver();
  const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;
  const hook = (id: string, url: string) =>
    `{ id: ${id}, type: webhook, url: "${url}", secret: "${secret}" }`;
  monitor = await startMonitor(
    {
      MONITOR_HEARTBEAT_INTERVAL: '100ms',
      MONITOR_HEARTBEAT_GRACE: '100ms',
      MONITOR_DOWN_AFTER: '400ms',
      MONITOR_PUBLIC_URL: 'https://monitor.example.com',
      MONITOR_BADGES: '*',
      MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
      MONITOR_CHANNEL_PRIVATE_NETWORKS: '127.0.0.1',
    },
    `channels: [${hook('good', receiver.url)}, ${hook('bad', `${receiver.url}/gone`)}]
statusPages:
  - { id: main, title: Main, groups: [{ components: [{ name: A, match: { service: '*', environment: '*' } }] }] }`,
  );
  document = (await call(monitor, 'GET', '/openapi.json')).body;
  const { body } = await call(monitor, 'POST', '/api/services/register', { body: registration });
  ids['serviceId'] = body.serviceId;
  ids['instanceId'] = body.instanceId;
  await call(monitor, 'POST', '/api/services/heartbeat', {
    body: { instanceId: body.instanceId, metadata: { a: 1 } },
  });
  const incidents = await eventually(
    'the incident is there',
    () => call(monitor, 'GET', '/api/incidents'),
    (reply) => reply.body.items.length > 0,
  );
  ids['incidentId'] = incidents.body.items[0].incidentId;
  ids['channelId'] = 'made';
  ids['type'] = 'gotify';
  ids['pageId'] = 'main';
  await call(monitor, 'POST', '/api/channels', { body: { ...channel(), id: 'made' } });
  ids['drillId'] = (await call(monitor, 'POST', '/api/channels/made/drill')).body.drillId;
  const dead = (reply: Reply) => reply.body.items.find((row: { state: string }) => row.state === 'dead');
  const rows = await eventually('a message is dead', () => call(monitor, 'GET', '/api/notifications'), dead);
  ids['notificationId'] = dead(rows).notificationId;
  // Nobody of these beats: soon all are Down for one cause.
  for (let port = 2; port < 14; port++) {
    const body = { ...registration, serviceName: `silent ${port % 4}`, instanceId: `${port}`, port };
    await call(monitor, 'POST', '/api/services/register', { body });
  }
  const groups = await eventually(
    'the outage group is there',
    () => call(monitor, 'GET', '/api/outage-groups'),
    (reply) => reply.body.items.length > 0,
  );
  ids['outageGroupId'] = groups.body.items[0].outageGroupId;
  const issued = await call(monitor, 'POST', '/api/keys', { body: bodies['/api/keys']?.() });
  ids['keyId'] = issued.body.keyId;
}, 120_000);

afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

/** Whether an answer is what the document says of its status. */
function expectDocumented(path: string, method: string, { status, headers, body }: Reply): void {
  const responses = document.paths[path]?.[method]?.responses ?? {};
  const documented = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  expect(documented, `${method} ${path} ${status}`).toBeDefined();
  if (documented?.content === undefined) return;
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const schema = documented.content[type]?.schema as Record<string, unknown> | undefined;
  expect(schema, `${method} ${path} ${status} ${type}`).toBeDefined();
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const parser = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
  expect(parser.safeParse(body).error?.issues ?? []).toEqual([]);
}

/** Every documented path and method. */
function routes(): [path: string, method: string][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [path, method]),
  );
}

/** The paths in the tree that Fastify prints: a line for each part of a path, with its methods if it ends there. */
function pathsIn(tree: string): string[] {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
    parts.splice(indent.length / 4, parts.length, part);
    return methods === undefined ? [] : [parts.join('')];
  });
}

const channel = () => ({ type: 'gotify', url: new URL(receiver.url).origin, token: 'abcdef' });

const bodies: Record<string, () => object> = {
  '/api/services/register': () => registration,
  '/api/services/heartbeat': () => ({ instanceId: ids['instanceId'] }),
  '/api/incidents/{incidentId}/acknowledge': () => ({ by: 'Ada' }),
  '/api/outage-groups/{outageGroupId}/acknowledge': () => ({ by: 'Ada', note: 'the switch' }),
  '/api/incidents/{incidentId}/notes': () => ({ by: 'Ada', note: 'it was the disk', public: true }),
  '/api/incidents/{incidentId}/notes/retract': () => ({ by: 'Ada', at: ids['notedAt'] }),
  '/api/incidents/{incidentId}/resolve': () => ({ by: 'Ada', note: null }),
  '/api/maintenance': () => ({ match: { service: 'none' }, for: '30m' }),
  '/api/maintenance/{windowId}/extend': () => ({ for: '1h' }),
  '/api/channels': () => ({ ...channel(), id: 'other', match: { service: 'a*', labels: { team: 'b' } } }),
  '/api/channels/{channelId}': () => ({ ...channel(), enabled: true }),
  '/api/keys': () => ({ name: 'documented', scopes: ['read'], expiresAt: '2999-01-01T00:00:00Z' }),
};

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', () => {
    expect(openApiFaults(document)).toEqual([]);
  });

  it('lists every route there is, but itself, its pages and what only providers call', async () => {
    const { app, close } = await composeApp();
    const tree = app.printRoutes({ commonPrefix: false });
    await close();
    const paths = new Set(pathsIn(tree).map((path) => path.replace(/:(\w+)/g, '{$1}')));
    const documented = [...paths].filter(
      (path) =>
        !/^\/($|acknowledge|api\/callbacks\/|docs|dashboard|wall|sign-in|status(?!.*Id\}\.json)|openapi\.json$)/.test(
          path,
        ),
    );
    expect(documented.sort()).toEqual(Object.keys(document.paths).sort());
  });

  it('lists every method that a path takes', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const { status, headers } = await call(
        monitor,
        'PROPFIND',
        path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''),
      );
      const expected = Object.keys(methods).flatMap((one) =>
        one === 'get' ? ['GET', 'HEAD'] : [one.toUpperCase()],
      );
      expect([path, status, headers.get('allow')]).toEqual([path, 405, expected.sort().join(', ')]);
    }
  });

  it('names the schemas as the contract does, each once', () => {
    const names = Object.keys(document.components.schemas);
    const ofContract = [
      'HeartbeatRequest',
      'HeartbeatResponse',
      'ServiceRegistrationRequest',
      'ServiceRegistrationResponse',
    ];
    expect(names).toEqual(expect.arrayContaining(ofContract));
    expect(names.filter((name) => name.endsWith('Input'))).toEqual([]);
  });

  it('says what every route answers when all is well', async () => {
    // Incidents come first, before a heartbeat ends them; what takes things away last, the service after its instance.
    const when = ([path, method]: [string, string]) => {
      if (path.endsWith('/acknowledge')) return -1;
      if (path.startsWith('/api/incidents/')) return 0;
      return 1 + (method === 'delete' ? 2 : 0) + (path.startsWith('/api/services/{') ? 1 : 0);
    };
    for (const [path, method] of routes().sort((a, b) => when(a) - when(b))) {
      const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '');
      const body = method === 'get' || method === 'delete' ? undefined : bodies[path];
      const headers = method === 'put' || method === 'patch' ? { 'if-match': '*' } : {};
      const reply = await call(monitor, method.toUpperCase(), url, {
        headers,
        ...(body === undefined ? {} : { body: body() }),
      });
      if (path.endsWith('/notes')) ids['notedAt'] = reply.body.timeline.at(-1).at;
      if (method === 'post' && path === '/api/maintenance') ids['windowId'] = reply.body.windowId;
      expect([path, method, reply.status < 300]).toEqual([path, method, true]);
      if (path !== '/metrics') expectDocumented(path, method, reply);
    }
  });

  it('says what every route answers when something is wrong', async () => {
    for (const [path, method] of routes()) {
      if (document.paths[path]?.[method]?.security !== undefined) continue;
      const url = path.replace(/\{\w+\}/, 'nonsense');
      const body = bodies[path] === undefined || method === 'get' ? {} : { body: { wrong: true } };
      for (const headers of [{}, { 'x-api-key': null }]) {
        const reply = await call(monitor, method.toUpperCase(), url, { ...body, headers });
        expect([path, method, reply.status < 500]).toEqual([path, method, true]);
        if (reply.status >= 400) expectDocumented(path, method, reply);
      }
    }
  });
});
