import type { Redis } from 'ioredis';
import type { RedisClient } from '../connect.ts';
import { primariesOf } from '../primaries.ts';

/** What one Redis server says of itself. */
export interface ServerFacts {
  name: string;
  version: string;
  /** By the name of the setting; one that may not be asked for is absent. */
  settings: ReadonlyMap<string, string>;
  usedBytes: number;
  /** 0: as much as the machine has. */
  limitBytes: number;
  machineBytes: number;
  /** Whether the last write to its file went well. */
  isPersisting: boolean;
  /** How far its clock is ahead of ours, in milliseconds. */
  clockAheadMs: number;
}

const asked = ['hz', 'maxmemory-policy', 'appendonly', 'appendfsync', 'hash-max-listpack-value'];

/** Every server that holds data, one after the other. */
export async function examineServers(client: RedisClient): Promise<ServerFacts[]> {
  const facts: ServerFacts[] = [];
  for (const node of primariesOf(client)) facts.push(await examine(node));
  return facts;
}

async function examine(node: Redis): Promise<ServerFacts> {
  const info = toRecord(await node.info());
  const { host, port, path } = node.options;
  return {
    name: path ?? `${host}:${port}`,
    version: info['redis_version'] ?? 'unknown',
    settings: await settingsOf(node, info),
    usedBytes: Number(info['used_memory'] ?? 0),
    limitBytes: Number(info['maxmemory'] ?? 0),
    machineBytes: Number(info['total_system_memory'] ?? 0),
    isPersisting: info['aof_last_write_status'] !== 'err' && info['rdb_last_bgsave_status'] !== 'err',
    clockAheadMs: await clockAhead(node),
  };
}

/** Hosted servers may refuse CONFIG; some of it stands in INFO too. */
async function settingsOf(node: Redis, info: Record<string, string>): Promise<Map<string, string>> {
  const settings = new Map<string, string>();
  const known: [string, string | undefined][] = [
    ['hz', info['configured_hz'] ?? info['hz']],
    ['maxmemory-policy', info['maxmemory_policy']],
    ['appendonly', { '0': 'no', '1': 'yes' }[info['aof_enabled'] ?? '']],
  ];
  for (const [name, value] of known) if (value !== undefined) settings.set(name, value);
  for (const name of asked) {
    const reply = (await node.config('GET', name).catch(() => [])) as string[];
    if (reply[1] !== undefined) settings.set(name, reply[1]);
  }
  return settings;
}

/** The quickest of some answers says most: half of its way was there. */
async function clockAhead(node: Redis): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  for (let i = 0; i < 5; i++) {
    const askedAtMs = Date.now();
    const [seconds, micros] = await node.time();
    const tookMs = Date.now() - askedAtMs;
    const theirsMs = Number(seconds) * 1000 + Number(micros) / 1000;
    if (tookMs < best.tookMs) best = { tookMs, aheadMs: theirsMs - askedAtMs - tookMs / 2 };
  }
  return best.aheadMs;
}

function toRecord(info: string): Record<string, string> {
  const record: Record<string, string> = {};
  for (const line of info.split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) record[line.slice(0, at)] = line.slice(at + 1);
  }
  return record;
}
