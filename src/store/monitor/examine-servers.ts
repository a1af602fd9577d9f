import type { Redis } from 'ioredis';
import type { RedisClient } from '../client/connect.ts';
import { primariesOf } from '../client/connect.ts';
import { examineAccess, type ServerAccess } from './examine-access.ts';
import { type Info, infoOf } from './info-of.ts';

/** What one Redis server says of itself. */
export interface ServerFacts {
  name: string;
  /** What INFO tells; null: this user may not ask. */
  info: ServerInfo | null;
  /** By the name of the setting; one that may not be asked for is absent. */
  settings: ReadonlyMap<string, string>;
  access: ServerAccess;
  /** How far its clock is ahead of ours, in milliseconds. */
  clockAheadMs: number;
}

export interface ServerInfo {
  product: 'Redis' | 'Valkey';
  /** The version of Redis; with another product the one that it is compatible with. */
  version: string;
  productVersion: string;
  usedBytes: number;
  /** 0: as much as the machine has. */
  limitBytes: number;
  machineBytes: number;
  /** What it could not write to disk when it tried last, in words; empty: all went well. */
  failedWrites: string[];
  lastSnapshotAgoMs: number;
  writesSinceSnapshot: number;
}

const asked = ['hz', 'maxmemory-policy', 'appendonly', 'appendfsync', 'save', 'hash-max-listpack-value'];

/** Every server that holds data, one after the other. */
export async function examineServers(client: RedisClient): Promise<ServerFacts[]> {
  const facts: ServerFacts[] = [];
  for (const node of primariesOf(client)) facts.push(await examine(node));
  return facts;
}

async function examine(node: Redis): Promise<ServerFacts> {
  const info = await infoOf(node);
  const clockAheadMs = await clockAhead(node);
  return {
    name: nameOf(node),
    info: info === null ? null : toServerInfo(info, Date.now() + clockAheadMs),
    settings: await settingsOf(node, info ?? {}),
    access: await examineAccess(node),
    clockAheadMs,
  };
}

/** As the address of Redis names it; behind Sentinels only the connection knows who was found. */
function nameOf({ options, stream }: Redis): string {
  if (options.path) return options.path;
  return options.sentinels
    ? `${stream.remoteAddress}:${stream.remotePort}`
    : `${options.host}:${options.port}`;
}

function toServerInfo(info: Info, theirNowMs: number): ServerInfo {
  const version = info['redis_version'] ?? 'unknown';
  const valkey = info['valkey_version'];
  const failedWrites = [
    ['rdb_last_bgsave_status', 'snapshot'],
    ['aof_last_write_status', 'write to the AOF'],
    ['aof_last_bgrewrite_status', 'rewrite of the AOF'],
  ].flatMap(([field = '', said = '']) => (info[field] === 'err' ? [said] : []));
  return {
    product: valkey === undefined ? 'Redis' : 'Valkey',
    ...{ version, productVersion: valkey ?? version, failedWrites },
    usedBytes: Number(info['used_memory'] ?? 0),
    limitBytes: Number(info['maxmemory'] ?? 0),
    machineBytes: Number(info['total_system_memory'] ?? 0),
    lastSnapshotAgoMs: Math.max(0, theirNowMs - Number(info['rdb_last_save_time'] ?? 0) * 1000),
    writesSinceSnapshot: Number(info['rdb_changes_since_last_save'] ?? 0),
  };
}

/** Hosted servers may refuse CONFIG; some of it stands in INFO too. */
async function settingsOf(node: Redis, info: Info): Promise<Map<string, string>> {
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
