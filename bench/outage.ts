import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchOptions, BenchResult } from './bench.ts';
import { readEvents } from './support/read-events.ts';
import { startBenchFleet } from './support/start-bench-fleet.ts';
import { startNode } from './support/start-node.ts';
import { startRedis } from './support/start-redis.ts';

/** Messages by channel and kind, each id counted once and again. */
interface Received {
  ids: Map<string, number>;
  kinds: Map<string, number>;
}

/** Thousands of services fall silent at once, and come back: is every incident committed, every message there, once? */
export async function outage({ isShort, say }: BenchOptions): Promise<BenchResult> {
  const services = isShort ? 200 : 5_000;
  const spreadMs = isShort ? 2_000 : 10_000;
  const intervalMs = isShort ? 1_000 : 5_000;
  const downAfterMs = isShort ? 4_000 : 16_000;
  const dir = mkdtempSync(join(tmpdir(), 'monitor-outage-'));
  const receivers = await Promise.all([startReceiver(), startReceiver()]);
  const file = join(dir, 'monitor.yaml');
  const channels = receivers.map(
    ({ url }, i) =>
      `  - { id: hook-${i}, type: webhook, url: "${url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }`,
  );
  writeFileSync(file, `channels:\n${channels.join('\n')}\n`);
  const redis = await startRedis();
  const env = {
    MONITOR_CONFIG: file,
    MONITOR_HEARTBEAT_INTERVAL: `${intervalMs}ms`,
    MONITOR_DOWN_AFTER: `${downAfterMs}ms`,
    // What is measured is that each incident has its messages.
    MONITOR_OUTAGE_GROUPS: 'off',
  };
  const [api, worker] = await Promise.all([
    startNode(redis.url, 'api', env),
    startNode(redis.url, 'worker', env),
  ]);
  const beating = await startBenchFleet({ url: api.ready, instances: services, perService: 1, intervalMs });
  const all = Array.from({ length: services }, (_, i) => i);
  try {
    say(`${services} services beat`);
    await wait(2 * intervalMs + 1_000);
    for (let from = 0; from < services; from += 100) {
      await beating.silence(all.slice(from, from + 100));
      await wait(spreadMs / (services / 100));
    }
    say('all have fallen silent');
    await wait(intervalMs + downAfterMs);
    const told = await eventuallyTold(receivers, services, 'down', 60_000, say);
    const { members: truth } = await beating.report();
    const deadlines = new Map(truth.map((member) => [member.serviceId, member.lastBeatAtMs + downAfterMs]));
    const opened = (await readEvents(redis.client)).filter(
      ({ event }) => event.type === 'incident.changed' && event.kind === 'opened',
    );
    const latenessMs = opened.map(
      ({ committedAtMs, event }) => committedAtMs - (deadlines.get(event.serviceId) ?? 0),
    );
    const lastDeadlineMs = Math.max(...deadlines.values());
    const lastCommitMs = Math.max(...opened.map(({ committedAtMs }) => committedAtMs));

    await beating.revive(all);
    say('all come back');
    const resolved = await eventuallyTold(receivers, services, 'resolved', 90_000, say);
    const mistakes: string[] = [];
    if (opened.length !== services) mistakes.push(`${opened.length} incidents for ${services} outages`);
    for (const [i, { received }] of receivers.entries()) {
      const twice = [...received.ids.values()].filter((times) => times > 1).length;
      if (twice > 0) mistakes.push(`channel ${i}: ${twice} messages came twice`);
      for (const kind of ['down', 'resolved']) {
        const count = received.kinds.get(kind) ?? 0;
        if (count !== services) mistakes.push(`channel ${i}: ${count} of ${services} messages "${kind}"`);
      }
    }
    const figures = {
      services,
      incidents: opened.length,
      lastIncidentAfterItsDeadlineMs: Math.max(...latenessMs),
      lastIncidentAfterLastDeadlineMs: lastCommitMs - lastDeadlineMs,
      allToldDownMs: told,
      allToldResolvedMs: resolved,
    };
    const rows = [
      { what: 'services that fell silent', value: services },
      { what: 'incidents', value: opened.length },
      { what: 'latest incident after its own deadline, ms', value: figures.lastIncidentAfterItsDeadlineMs },
      { what: 'last incident after the last deadline, ms', value: figures.lastIncidentAfterLastDeadlineMs },
      {
        what: 'messages "down", each of two channels',
        value: receivers.map((r) => r.received.kinds.get('down') ?? 0).join(' and '),
      },
      {
        what: 'messages "resolved", each of two channels',
        value: receivers.map((r) => r.received.kinds.get('resolved') ?? 0).join(' and '),
      },
    ];
    return {
      tables: [
        { title: `${services} services fall silent within ${spreadMs / 1000} s, and come back`, rows },
      ],
      figures,
      mistakes,
    };
  } finally {
    await beating.stop();
    await Promise.all([api.kill(), worker.kill()]);
    await redis.close();
    for (const receiver of receivers) receiver.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function eventuallyTold(
  receivers: { received: Received }[],
  wanted: number,
  kind: string,
  withinMs: number,
  say: (text: string) => void,
): Promise<number> {
  const startMs = performance.now();
  const isDone = () => receivers.every(({ received }) => (received.kinds.get(kind) ?? 0) >= wanted);
  while (!isDone() && performance.now() - startMs < withinMs) await wait(50);
  const counts = receivers.map(({ received }) => received.kinds.get(kind) ?? 0);
  say(`"${kind}" was told ${counts.join(' and ')} times`);
  return Math.round(performance.now() - startMs);
}

async function startReceiver(): Promise<{ url: string; received: Received; close(): void }> {
  const received: Received = { ids: new Map(), kinds: new Map() };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const times = (received.ids.get(id) ?? 0) + 1;
      received.ids.set(id, times);
      const kind = (JSON.parse(body) as { data: { kind: string } }).data.kind;
      if (times === 1) received.kinds.set(kind, (received.kinds.get(kind) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
