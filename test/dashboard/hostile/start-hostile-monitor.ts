import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetricSamples } from '../../../src/store/history/metric-samples.ts';
import { createPartitions } from '../../../src/store/partition.ts';
import { call } from '../../http/call.ts';
import { type Monitor, startMonitor } from '../../http/start-monitor.ts';
import { hostileTexts } from '../../http/status-pages/page/hostile-texts.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { startOidcProvider, type TestProvider, type TestUser } from '../../support/start-oidc-provider.ts';
import { startTogether } from '../../support/start-together.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const worst = '<img src=x onerror="window.ran = 1">';

/** A monitor that was told hostile texts in every field that anybody fills in. */
export interface HostileMonitor {
  monitor: Monitor;
  provider: TestProvider;
  /** Somebody without access, and somebody who may operate, both with hostile names. */
  stranger: TestUser;
  operator: TestUser;
  /** What was answered to each text, by what it was given as. */
  answers: { field: string; text: string; status: number }[];
  services: { serviceName: string; serviceId: string; instanceId: string }[];
  ids: { incident: string; others: string[]; group: string };
  /** Paths of links in messages. */
  links: string[];
  stop(): Promise<void>;
}

export function startHostileMonitor(): Promise<HostileMonitor> {
  return startTogether(fill);
}

async function fill(ends: (() => unknown)[]): Promise<Omit<HostileMonitor, 'stop'>> {
  const receiver = await startHostileReceiver();
  ends.push(receiver.close);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const stranger = { sub: worst, email: `${worst}@example.com`, groups: [...hostileTexts] };
  const operator = { sub: `o${worst}`, email: `${worst} of ours`, groups: ['ops', ...hostileTexts] };
  const provider = await startOidcProvider(publicUrl, stranger);
  ends.push(provider.close);
  const monitor = await startMonitor(
    {
      ...provider.settings,
      ...{ MONITOR_PORT: String(port), MONITOR_OIDC_NAME: worst },
      ...{ MONITOR_OIDC_GROUPS: 'ops=operate', MONITOR_BADGES: '*' },
    },
    fileOf(receiver.url),
  );
  ends.push(monitor.stop);
  const { redis } = monitor;
  const answers: HostileMonitor['answers'] = [];

  async function give(field: string, text: string, path: string, body: object, key = monitor.key) {
    const reply = await call({ url: monitor.url, key }, 'POST', path, { body });
    answers.push({ field, text, status: reply.status });
    return reply.body;
  }

  async function register(serviceName: string, text: string, host: string, zone: string) {
    const metadata = {
      ...{ zone, node: text, cluster: text, region: text, labels: { team: text } },
      ...{ health_reasons: [text], cpu_percent: 12, [text.slice(0, 64)]: text },
    };
    const body = {
      serviceName,
      environment: 'hostile',
      instanceId: text,
      hostname: host,
      url: text,
      metadata,
    };
    const first = await give('service', text, '/api/services/register', { ...body, version: '1' });
    if (first.instanceId === undefined) return null;
    const { instanceId, serviceId } = first;
    await give('version', text, '/api/services/register', { ...body, version: text.slice(0, 64) });
    await give('heartbeat', text, '/api/services/heartbeat', { instanceId, health: 'degraded', metadata });
    const registeredAtMs = Date.now() - 20 * dayMs;
    await redis.hset(`{m0}:i:${instanceId}`, { registeredAtMs: String(registeredAtMs) });
    await redis.zadd(`{m0}:si:${serviceId}`, registeredAtMs, instanceId);
    return { serviceName, serviceId: serviceId as string, instanceId: instanceId as string };
  }

  async function silence(some: readonly { instanceId: string }[], forMs: (place: number) => number) {
    const nowMs = Date.now();
    await redis.zadd('{m0}:seen', ...some.flatMap(({ instanceId }, i) => [nowMs - forMs(i), instanceId]));
    await redis.zadd('{m0}:timer', ...some.flatMap(({ instanceId }) => [nowMs, instanceId]));
  }

  const services: HostileMonitor['services'] = [];
  for (const text of hostileTexts) {
    const made = await register(text, text, text, text);
    if (made !== null) services.push(made);
  }
  const together: HostileMonitor['services'] = [];
  for (const [i, host] of hostileTexts.slice(0, 8).entries()) {
    const made = await register(`together ${i}`, host, host, worst);
    if (made !== null) together.push(made);
  }
  const samples = createMetricSamples(redis as never, createPartitions(1));
  const last = Math.floor((await samples.now()) / minuteMs);
  const metrics = { cpuPercent: 12, memoryMb: 1, requestsPerMinute: 2, activeConnections: 3 };
  for (let ago = 3; ago > 0; ago--)
    await samples.write(
      last - ago,
      services.map(({ instanceId }) => ({ instanceId, metrics })),
    );

  await silence(together, () => 5 * minuteMs);
  const group = await eventually('what they have in common is found', async () => {
    const { body } = await call(monitor, 'GET', '/api/outage-groups');
    const found = body.items?.find(({ cause }: { cause: string }) => cause.includes(worst));
    return found?.outageGroupId as string | undefined;
  });
  // Not at the same time: they have nothing in common.
  await silence(services.slice(0, 20), (i) => (8 + 3 * i) * minuteMs);
  const incidents = await eventually('all have incidents', async () => {
    const { body } = await call(monitor, 'GET', '/api/incidents?limit=200');
    return body.items?.length === together.length + 20
      ? (body.items as { incidentId: string; serviceName: string }[])
      : false;
  });
  const [alone = { incidentId: '' }, ...others] = incidents.filter(
    ({ serviceName }) => !serviceName.startsWith('together'),
  );
  const { incidentId: incident } = alone;

  const keys: string[] = [];
  for (const text of hostileTexts) {
    const wanted = { name: text, scopes: ['read', 'operate'] };
    const { key } = await give('key', text, '/api/keys', wanted);
    if (key !== undefined) keys.push(key);
    await give('bound key', text, '/api/keys', { ...wanted, services: [text], environments: [text] });
  }
  await eventually('the keys are known', async () => {
    const as = { url: monitor.url, key: keys.at(-1) ?? '' };
    return (await call(as, 'GET', '/api/caller')).status === 200;
  });
  for (const [i, text] of hostileTexts.entries()) {
    const key = keys[i % keys.length] ?? '';
    const by = text.slice(0, 128);
    await give('note', text, `/api/incidents/${incident}/notes`, { by, note: text, public: true }, key);
    await give('acknowledgement', text, `/api/incidents/${incident}/acknowledge`, { by, note: text }, key);
    const match = { service: 'together*', environment: text };
    await give('maintenance', text, '/api/maintenance', { match, by, note: text, for: '1h' }, key);
  }
  const match = { service: '*', environment: 'hostile' };
  await give('maintenance', worst, '/api/maintenance', { match, by: worst, note: worst, for: '2h' });
  const links = await eventually('messages with links came', () => {
    const found = receiver.bodies.flatMap((body) => /\/acknowledge\/[\w.-]+/.exec(body) ?? []);
    return found.length > 5 && found;
  });
  return {
    ...{ monitor, provider, stranger, operator, answers, services, links },
    ids: { incident, others: others.slice(0, 6).map(({ incidentId }) => incidentId), group },
  };
}

/** Refuses what it is sent, each time with another text. */
async function startHostileReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = hostileTexts[bodies.push(Buffer.concat(chunks).toString()) % hostileTexts.length] ?? '';
      const words = text.replace(/[^ -~]/g, '?');
      response.writeHead(400, words, { 'content-type': 'text/plain', 'x-error': words }).end(text);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** In a file `${…}` is a variable. */
const inFile = hostileTexts.filter((text) => !/[\p{Cc}\p{Cs}]|\$\{/u.test(text)).map((text) => text.trim());

function fileOf(url: string): string {
  const components = inFile.map((text) => ({ name: text, match: { service: text, environment: '*' } }));
  return JSON.stringify({
    channels: [
      { id: 'hook', type: 'webhook', url, secret: `whsec_${'c2VjcmV0'.repeat(4)}` },
      { id: 'chat', type: 'mattermost', url },
    ],
    statusPages: [
      {
        ...{ id: 'main', title: worst, brand: inFile[0], description: inFile.join(' ').slice(0, 500) },
        groups: [{ title: inFile[1], components }],
      },
    ],
  });
}
