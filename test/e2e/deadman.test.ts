import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

let cluster: Cluster;
let outside: Awaited<ReturnType<typeof startHttpReceiver>>;
let people: Server;
const told: string[] = [];
let answer = 204;

beforeAll(async () => {
  outside = await startHttpReceiver();
  people = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      told.push((JSON.parse(body) as { type: string }).type);
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((listening) => people.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(people.address() as AddressInfo).port}/`;
  cluster = await startCluster(
    ['api', 'api', 'worker'],
    `channels: [{ id: hook, type: webhook, url: "${url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]\n`,
    { MONITOR_DEADMAN_URL: outside.url, MONITOR_DEADMAN_EVERY: '3s', MONITOR_INSTANCE_METRICS: '9' },
  );
});

afterAll(async () => {
  const worker = cluster.nodes[2];
  if (worker !== undefined) process.kill(worker.pid, 'SIGCONT');
  await cluster.close();
  await outside.close();
  await new Promise((closed) => people.close(closed));
});

const calls = () => outside.requests.length;

/** How often the living nodes have called or not, by their own count. */
async function counted(outcome: 'called' | 'withheld', urls = cluster.urls): Promise<number> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const pattern = new RegExp(`^monitor_deadman_calls_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm');
  return texts.reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0);
}

/** Waits until calls are withheld, again and again, and none was made meanwhile. */
async function expectSilence(): Promise<void> {
  const first = await counted('withheld');
  await eventually('a call is withheld', async () => (await counted('withheld')) > first, 30_000);
  const [made, withheld] = [calls(), await counted('withheld')];
  await eventually('two more are', async () => (await counted('withheld')) >= withheld + 2, 30_000);
  expect(calls()).toBe(made);
}

async function expectCalls(count = 2): Promise<void> {
  const made = calls();
  await eventually('the switch is called again', () => calls() >= made + count, 40_000);
}

test('the switch is called while synthetic outages complete, and nobody sees them', async () => {
  await expectCalls(3);
  const api = apiClient(cluster.urls[0] ?? '');
  expect(await api.services()).toEqual([]);
  expect(await api.incidents()).toEqual([]);
  expect(((await (await api.call('GET', '/api/notifications')).json()) as { items: [] }).items).toEqual([]);
  const text = await (await fetch(`${cluster.urls[0]}/metrics`)).text();
  expect(text).not.toMatch(/^monitor_(instances|services|incidents_open)(\{.*\})? [1-9]/m);
  expect(await (await api.call('GET', '/metrics/instances')).text()).not.toMatch(/rehearsal/);
  expect(told).toEqual([]);
});

test('a frozen worker ends the calls, and they go on when it does', async () => {
  const worker = cluster.nodes[2];
  process.kill(worker?.pid ?? 0, 'SIGSTOP');
  await expectSilence();
  process.kill(worker?.pid ?? 0, 'SIGCONT');
  await expectCalls();
});

test('when no channel works nobody could be told, so the calls end; one that works brings them back', async () => {
  answer = 410;
  const instance: BeatingInstance = await startInstance(
    cluster.urls,
    { serviceName: 'orders', hostname: 'h1' },
    times.interval,
  );
  await instance.die();
  await eventually('the message is refused', () => told.includes('service-monitor.incident.down'), 30_000);
  await expectSilence();
  answer = 204;
  await instance.revive();
  await eventually('the end is told', () => told.includes('service-monitor.incident.resolved'), 30_000);
  await expectCalls();
  await instance.stopGracefully();
});

test('another node takes over when the one that calls is killed', async () => {
  const [first = '', second = ''] = cluster.urls;
  const before = [await counted('called', [first]), await counted('called', [second])];
  const made = calls();
  await eventually('it is seen who calls', async () => calls() > made, 30_000);
  const firstCalls = (await counted('called', [first])) > (before[0] ?? 0);
  await cluster.nodes[firstCalls ? 0 : 1]?.kill();
  const other = firstCalls ? second : first;
  const its = await counted('called', [other]);
  await eventually('the other calls', async () => (await counted('called', [other])) > its, 40_000);
});
