import { Agent, request } from 'undici';
import { ids } from '../src/store/ids.ts';
import type { BenchOptions, BenchResult } from './bench.ts';
import { fillIncidents } from './support/fill-incidents.ts';
import { type FilledService, fillServices } from './support/fill-monitor.ts';
import { ask, followList, type ListRow } from './support/follow-list.ts';
import { type ListedThings, listCalls } from './support/list-calls.ts';
import { redisWorkOf } from './support/redis-work.ts';
import { benchKey, startNode } from './support/start-node.ts';
import { startRedis } from './support/start-redis.ts';

/** What one call may cost Redis, whatever the filter and the size. */
const mostUs = 5_000;

/** And what it may read: a call that reads all of the short form reads more. */
const mostCommands = 1_200;
const mostBytes = 800_000;

interface Size {
  services: number;
  perService: number;
  /** Of one service. */
  large: number;
  wordy: number;
  incidents: number;
  auditEntries: number;
}

const shortSize: Size = {
  services: 20_000,
  perService: 1,
  large: 5_000,
  wordy: 100,
  incidents: 5_000,
  auditEntries: 1_000,
};

/** Of so many instances a quarter is of one service; all are in one environment but the last. */
function sizeOf(instances: number): Size {
  const large = Math.round(instances / 4);
  return {
    ...{ services: Math.round((instances - large) / 5), perService: 5, large, wordy: 1_000 },
    ...{ incidents: Math.round(instances / 10), auditEntries: Math.min(100_000, instances) },
  };
}

/** What each list of the API costs Redis, with every filter and in the worst shapes. */
export async function lists({ isShort, say, instances = 1_000_000 }: BenchOptions): Promise<BenchResult> {
  const redis = await startRedis({ appendonly: 'no' });
  // An hour, so that no tick comes between a call and its figures.
  const node = await startNode(redis.url, 'api', {
    ...{ MONITOR_BLIND_AFTER: '1h', MONITOR_DOWN_AFTER: '2h', MONITOR_INSTANCE_METRICS: '10000' },
    MONITOR_RATE_LIMIT: '0',
  });
  const size = isShort ? shortSize : sizeOf(instances);
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  try {
    const things = await fill(redis.client, size, say);
    const boundKey = await createBoundKey(node.ready, agent);
    const rows: ListRow[] = [];
    for (const call of listCalls(things)) {
      const key = call.isBound === true ? boundKey : benchKey;
      // The first call of a route compiles it, which only a time shows.
      if (!isShort) await ask(node.ready, agent, key, call.path);
      rows.push(
        await followList(call, isShort ? 5 : 25, (path) =>
          redisWorkOf(redis.client, () => ask(node.ready, agent, key, path)),
        ),
      );
    }
    const total = size.services * size.perService + size.large + size.wordy;
    const mistakes = rows.filter(({ isWhole }) => !isWhole).flatMap((row) => mistakesOf(row, isShort));
    const title = (what: string) =>
      `${what}, ${total} instances, ${size.incidents} incidents; the dearest call of each (target: ≤ 5 ms of Redis)`;
    return {
      tables: [
        { title: title('Lists'), rows: rows.filter(({ isWhole }) => !isWhole).map(toCells) },
        {
          title: title('Answers without pages: at most 10000 instances'),
          rows: rows.filter(({ isWhole }) => isWhole).map(toCells),
        },
      ],
      figures: { instances: total, ...size, rows },
      mistakes,
    };
  } finally {
    await agent.close();
    await node.kill();
    await redis.close();
  }
}

async function fill(
  client: Parameters<typeof fillServices>[0],
  size: Size,
  say: (text: string) => void,
): Promise<ListedThings> {
  const nowMs = Date.now();
  const beganAtMs = performance.now();
  const many = Array.from({ length: size.services }, (_, n): FilledService => {
    const serviceName = `service-${String(n).padStart(7, '0')}`;
    return { serviceName, environment: 'bench', instances: size.perService };
  });
  const large: FilledService = {
    serviceName: 'large',
    environment: 'bench',
    instances: size.large,
    lastStatus: 'Down',
    isOld: true,
  };
  const values = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`key_${i}`, 'x'.repeat(480)]));
  const wordy: FilledService = {
    serviceName: 'wordy',
    environment: 'bench',
    instances: size.wordy,
    metadata: JSON.stringify(values),
  };
  const last: FilledService = {
    serviceName: 'zz-last',
    environment: 'last',
    instances: 1,
    lastStatus: 'Down',
  };
  await fillServices(client, [...many, large, wordy, last], nowMs);
  say(`filled after ${Math.round((performance.now() - beganAtMs) / 1000)} s`);
  const { newestId } = await fillIncidents(client, {
    ...{ services: [...many.slice(0, 1_000), large, wordy, last], count: size.incidents, nowMs },
    ...{ notificationsEach: 1, notificationsOfNewest: 5_000, auditEntries: size.auditEntries },
  });
  say(`incidents filled after ${Math.round((performance.now() - beganAtMs) / 1000)} s`);
  const idOf = ({ serviceName, environment }: FilledService) => ids.serviceId(serviceName, environment);
  const oldestMs = nowMs - (size.incidents - 1) * 60_000;
  return {
    ...{ lastService: idOf(last), largeService: idOf(large), wordyService: idOf(wordy) },
    ...{ instance: ids.instanceId(idOf(large), 'host-0:8080'), newestIncident: newestId },
    ...{ oldestAt: new Date(oldestMs).toISOString(), beforeAllAt: new Date(oldestMs - 1).toISOString() },
  };
}

/** A key that may see the last service and no other. */
async function createBoundKey(url: string, agent: Agent): Promise<string> {
  const answer = await request(`${url}/api/keys`, {
    ...{ method: 'POST', dispatcher: agent },
    headers: { 'x-api-key': benchKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bound', scopes: ['read'], services: ['*-last'] }),
  });
  return ((await answer.body.json()) as { key: string }).key;
}

function mistakesOf(row: ListRow, isShort: boolean): string[] {
  const { path, status, commands, bytes, us } = row;
  const mistakes: string[] = [];
  if (status !== 200) mistakes.push(`${path}: answered ${status}`);
  if (commands > mostCommands)
    mistakes.push(`${path}: ${commands} commands in one call (at most ${mostCommands})`);
  if (bytes > mostBytes) mistakes.push(`${path}: ${bytes} bytes read in one call (at most ${mostBytes})`);
  // How fast this machine is the short form does not judge.
  if (!isShort && us > mostUs) mistakes.push(`${path}: ${us} µs of Redis in one call (at most ${mostUs})`);
  return mistakes;
}

function toCells(row: ListRow): Record<string, string | number> {
  const ms = (us: number) => (us / 1000).toFixed(2);
  return {
    call: `\`${row.path}\``,
    status: row.status,
    calls: row.calls,
    items: row.items,
    'Redis ms': ms(row.us),
    'Redis CPU ms': ms(row.cpuUs),
    'longest command ms': ms(row.longestUs),
    commands: row.commands,
    'KB read': Math.round(row.bytes / 1000),
    'HTTP ms': row.tookMs.toFixed(1),
    'Redis ms of all calls': ms(row.allUs),
  };
}
