import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchOptions, BenchResult } from './bench.ts';
import { cpuSeconds } from './support/cpu-seconds.ts';
import { type Told, whenTold } from './support/judge-told.ts';
import { measurePage } from './support/measure-page.ts';
import { percentile } from './support/percentile.ts';
import { readEvents } from './support/read-events.ts';
import { startBenchFleet } from './support/start-bench-fleet.ts';
import { benchKey, startNode } from './support/start-node.ts';
import type { BenchProcess } from './support/start-process.ts';
import { type BenchRedis, startRedis } from './support/start-redis.ts';
import { startStreamClients } from './support/start-stream-clients.ts';

interface Size {
  services: number;
  clients: number;
  restMs: number;
  /** Services that come and go, one after the other. */
  changes: number;
  /** How long memory is looked at; 0: not at all. */
  leakMs: number;
}

const perService = 5;
const intervalMs = 30_000;

/** What the names of services that come and go begin with. */
const visitor = 'visitor-';

/** Between two services that come and go. */
const everyMs = 200;

const sizeOf = (isShort: boolean, part?: string): Size =>
  isShort
    ? {
        ...{ services: 50, clients: part === 'leak' ? 50 : 5, restMs: 3_000, changes: 10 },
        leakMs: part === 'leak' ? 3 * 60_000 : 0,
      }
    : {
        ...{ services: 2_000, clients: 50, restMs: 45_000, changes: 100 },
        leakMs: part === 'leak' ? 10 * 60_000 : 0,
      };

/** A beating fleet, and tabs that look at it: when is each told of a change, and what does that cost? */
export async function live({ isShort, say, part }: BenchOptions): Promise<BenchResult> {
  const size = sizeOf(isShort, part);
  const instances = size.services * perService;
  const redis = await startRedis();
  const [api, worker] = await Promise.all([startNode(redis.url, 'api'), startNode(redis.url, 'worker')]);
  const fleet = await startBenchFleet({ url: api.ready, instances, perService, intervalMs });
  try {
    // Everybody's first heartbeat, and what it causes.
    if (!isShort) await wait(intervalMs + 8_000);
    say(`${instances} instances beat`);
    if (part === 'page') {
      const change = () => comeAndGo(api.ready, size.changes);
      return await measurePage({
        redis: redis.client,
        url: api.ready,
        instances,
        restMs: size.restMs,
        change,
        say,
      });
    }
    return size.leakMs > 0
      ? await lookForLeak(api, size, say)
      : await measure({ redis, api, size, instances, say });
  } finally {
    await fleet.stop();
    await Promise.all([api.kill(), worker.kill()]);
    await redis.close();
  }
}

async function measure(parts: {
  redis: BenchRedis;
  api: BenchProcess;
  size: Size;
  instances: number;
  say: (text: string) => void;
}): Promise<BenchResult> {
  const { redis, api, size, instances, say } = parts;
  const coresFor = async (ms: number) => {
    const before = cpuSeconds(api.pid);
    await wait(ms);
    return ((cpuSeconds(api.pid) - before) * 1000) / ms;
  };
  const coresAlone = await coresFor(size.restMs);
  const clients = await startStreamClients(api.ready, size.clients);
  try {
    await wait(1_000);
    await clients.report();
    const coresWatched = await coresFor(size.restMs);
    const atRest = await clients.report();
    say('rest is measured');
    const startedAtMs = Date.now();
    const cpuBefore = cpuSeconds(api.pid);
    await comeAndGo(api.ready, size.changes);
    const tookMs = Date.now() - startedAtMs;
    const coresChanging = ((cpuSeconds(api.pid) - cpuBefore) * 1000) / tookMs;
    await wait(2_000);
    const changing = await clients.report();
    const committed = (await readEvents(redis.client)).filter(
      ({ committedAtMs, event }) =>
        committedAtMs >= startedAtMs &&
        event.type === 'service.changed' &&
        event.serviceName.startsWith(visitor),
    );
    const told = whenTold(committed, changing.services, size.clients);
    const bytesPerSecond = atRest.bytes / size.clients / (size.restMs / 1000);
    const title = `${size.services} services, ${instances} instances, ${size.clients} streams of one API node`;
    return {
      tables: [{ title, rows: rowsOf({ told, bytesPerSecond, coresAlone, coresWatched, coresChanging }) }],
      figures: {
        ...{ instances, ...size, bytesPerSecond, coresAlone, coresWatched, coresChanging },
        ...{ told: told.latenciesMs.length, missed: told.missed },
        ...{ p50Ms: percentile(told.latenciesMs, 0.5), p99Ms: percentile(told.latenciesMs, 0.99) },
      },
      mistakes: [
        ...(told.missed > 0 ? [`${told.missed} changes did not reach a stream`] : []),
        ...(committed.length < size.changes ? [`only ${committed.length} changes were committed`] : []),
        ...(atRest.resets + changing.resets > 0 ? ['a stream had to begin again'] : []),
        ...(atRest.ended + changing.ended > 0 ? ['a stream ended'] : []),
      ],
    };
  } finally {
    await clients.stop();
  }
}

function rowsOf(found: {
  told: Told;
  bytesPerSecond: number;
  coresAlone: number;
  coresWatched: number;
  coresChanging: number;
}) {
  const { latenciesMs } = found.told;
  const percent = (cores: number) => `${(100 * cores).toFixed(1)} %`;
  const row = (what: string, value: string | number, target: string) => ({ what, value, target });
  return [
    row('commit to client, median', `${percentile(latenciesMs, 0.5)} ms`, '≤ 300 ms'),
    row('commit to client, p99', `${percentile(latenciesMs, 0.99)} ms`, ''),
    row('commit to client, longest', `${Math.max(...latenciesMs)} ms`, ''),
    row('changes that were told', latenciesMs.length, ''),
    row('at rest, each stream', `${found.bytesPerSecond.toFixed(0)} B/s`, '≤ 5 KiB/s'),
    row('core of the API node at rest, without streams', percent(found.coresAlone), ''),
    row('with streams', percent(found.coresWatched), '≤ 5 % more'),
    row('with streams and changes', percent(found.coresChanging), ''),
  ];
}

/** Services that register, beat once and leave: each becomes Healthy, and then Stopped. */
async function comeAndGo(url: string, count: number): Promise<void> {
  const agent = new Agent();
  const headers = { 'x-api-key': benchKey, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const options = { method: 'POST', headers, body: JSON.stringify(body), dispatcher: agent } as const;
    return (await (await request(url + path, options)).body.json()) as { instanceId: string };
  };
  for (let n = 0; n < count; n++) {
    const name = { serviceName: `${visitor}${n}`, environment: 'bench', instanceId: 'one' };
    const { instanceId } = await post('/api/services/register', name);
    await post('/api/services/heartbeat', { instanceId });
    await wait(everyMs);
    const { 'x-api-key': key } = headers;
    const path = `${url}/api/instances/${instanceId}`;
    const gone = await request(path, { method: 'DELETE', headers: { 'x-api-key': key }, dispatcher: agent });
    await gone.body.dump();
  }
  await agent.close();
}

/** Streams that stay open, streams that come and go, and changes: what the API node holds after each minute. */
async function lookForLeak(api: BenchProcess, size: Size, say: (text: string) => void): Promise<BenchResult> {
  const staying = await startStreamClients(api.ready, size.clients);
  const rows: Record<string, string | number>[] = [];
  const untilMs = performance.now() + size.leakMs;
  let opened = size.clients;
  try {
    for (let minute = 1; performance.now() < untilMs; minute++) {
      const endMs = performance.now() + 60_000;
      while (performance.now() < endMs) {
        const passing = await startStreamClients(api.ready, size.clients);
        opened += size.clients;
        await comeAndGo(api.ready, 20);
        await passing.stop();
      }
      const text = await (await request(`${api.ready}/metrics`)).body.text();
      const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
      const mib = (name: string) => Math.round(value(name) / 2 ** 20);
      rows.push({
        minute,
        'streams opened so far': opened,
        'open streams': value('monitor_event_streams'),
        'heap MiB': mib('nodejs_heap_size_used_bytes'),
        'resident MiB': mib('process_resident_memory_bytes'),
      });
      say(JSON.stringify(rows.at(-1)));
    }
    const open = rows.filter((row) => row['open streams'] !== size.clients);
    return {
      tables: [{ title: `${size.clients} streams stay open, as many come and go`, rows }],
      figures: { ...size, rows },
      mistakes: open.length > 0 ? ['streams that were closed are still counted'] : [],
    };
  } finally {
    await staying.stop();
  }
}
