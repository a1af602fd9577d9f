import type { Overdue } from '../../actors/ports/monitor-health.ts';
import type { Impairment } from '../../domain/impairment.ts';
import type { MaintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import { type KnownNode, knownNodes } from '../../domain/node-settings.ts';
import type { KeyUsage, QuotaLimits } from '../../domain/quota.ts';
import { readKeyUsage } from '../access/key-usage.ts';
import type { RedisClient } from '../client/connect.ts';
import { type Aside, createSetAside } from '../events/set-aside.ts';
import { globalKeys, type PartitionKeys } from '../keys.ts';
import { createPartitions } from '../partition.ts';
import { readImpairment } from './read-impairment.ts';

/** What a monitor left in Redis says about how it is. */
export interface MonitorFacts {
  /** Null: no monitor has ever run on this Redis. */
  partitions: number | null;
  schemaVersion: number;
  isRestoring: boolean;
  apiKeys: number;
  revokedKeyIds: string[];
  keyUsage: KeyUsage[];
  /** How long ago the ingest path of the partition that was heard least showed itself; null: never. */
  tickAgeMs: number | null;
  /** Time of the last day in which nothing could arrive, in the worst partition. */
  blindMs: number;
  blindGaps: number;
  checks: Overdue;
  deliveries: Overdue;
  /** Events that a group has been given and has not finished, and those that it has yet to be given. */
  groups: { name: string; unfinished: number; waiting: number }[];
  /** What failed again and again. */
  aside: Aside[];
  /** What a worker found wrong with the monitor, up to now or until it was gone for a while; null: nothing. */
  impairment: Impairment | null;
  /** The nodes that live now. */
  nodes: KnownNode[];
  /** Maintenance windows, some of which may be over. */
  maintenance: MaintenanceWindow[];
  /** The time by the monitor's clock. */
  nowMs: number;
  /** By channel, how long ago something went out through it, a message or a test. */
  provedAgoMs: Map<string, number>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Looks, and writes nothing. */
export async function examineMonitor(client: RedisClient, quotas: QuotaLimits): Promise<MonitorFacts> {
  const meta = await client.hgetall(globalKeys.meta);
  const partitions = meta['partitions'] === undefined ? null : Number(meta['partitions']);
  const [seconds] = await client.time();
  const nowMs = Number(seconds) * 1000;
  const all = createPartitions(partitions ?? 0).all;
  const [first] = all;
  const found = await Promise.all(all.map((keys) => examine(client, keys, nowMs)));
  const ages = found.map((one) => one.tickAgeMs);
  return {
    partitions,
    schemaVersion: Number(meta['schemaVersion'] ?? 0),
    isRestoring: meta['restoring'] !== undefined,
    apiKeys: await client.hlen(globalKeys.apiKeys),
    keyUsage: await readKeyUsage(client, createPartitions(partitions ?? 0), quotas),
    revokedKeyIds: await client.hkeys(globalKeys.revokedApiKeys),
    tickAgeMs: ages.includes(null) || ages.length === 0 ? null : Math.max(...(ages as number[])),
    blindMs: Math.max(0, ...found.map((one) => one.blindMs)),
    blindGaps: Math.max(0, ...found.map((one) => one.blindGaps)),
    checks: worst(found.map((one) => one.checks)),
    deliveries: worst(found.map((one) => one.deliveries)),
    groups: sumByName(found.flatMap((one) => one.groups)),
    aside: found.flatMap((one) => one.aside),
    provedAgoMs: latest(found.flatMap((one) => one.proofs)),
    impairment: first === undefined ? null : await readImpairment(client, first),
    nodes: first === undefined ? [] : await nodesOf(client, first, nowMs),
    maintenance: first === undefined ? [] : await maintenanceOf(client, first),
    nowMs: nowMs + (first === undefined ? 0 : Number((await client.hget(first.clock, 'offset')) ?? 0)),
  };
}

/** Not by the script that nodes read it with: that one may move the clock. */
async function nodesOf(client: RedisClient, keys: PartitionKeys, nowMs: number): Promise<KnownNode[]> {
  const offset = await client.hget(keys.clock, 'offset');
  const texts = await client.hvals(keys.nodes);
  const nodes = texts.map((text) => JSON.parse(text) as KnownNode);
  return knownNodes.living(nodes, nowMs + Number(offset ?? 0));
}

async function maintenanceOf(client: RedisClient, keys: PartitionKeys): Promise<MaintenanceWindow[]> {
  const texts = await client.hvals(keys.maintenance);
  return texts.map((text) => JSON.parse(text) as MaintenanceWindow);
}

async function examine(client: RedisClient, keys: PartitionKeys, nowMs: number) {
  const [tick, offset] = await client.hmget(keys.clock, 'tick', 'offset');
  const clockMs = nowMs + Number(offset ?? 0);
  const gaps = await client.zrangebyscore(keys.blind, clockMs - dayMs, '+inf');
  const lengths = gaps.map((gap) => {
    const [from = 0, to = 0] = gap.split(':').map(Number);
    return to - Math.max(from, clockMs - dayMs);
  });
  return {
    tickAgeMs: tick == null ? null : Math.max(0, clockMs - Number(tick)),
    blindMs: lengths.reduce((sum, length) => sum + length, 0),
    blindGaps: gaps.length,
    checks: await overdueOf(client, keys.timer, clockMs),
    deliveries: await overdueOf(client, keys.deliveries, clockMs),
    groups: await groupsOf(client, keys.events),
    aside: await createSetAside(client, keys).all(),
    proofs: await proofsIn(client, keys, clockMs),
  };
}

async function overdueOf(client: RedisClient, timer: string, nowMs: number): Promise<Overdue> {
  const count = await client.zcount(timer, '-inf', nowMs);
  const [, oldest] = await client.zrange(timer, '0', '0', 'WITHSCORES');
  return { count, oldestMs: count === 0 || oldest === undefined ? 0 : nowMs - Number(oldest) };
}

async function groupsOf(client: RedisClient, stream: string) {
  if ((await client.exists(stream)) === 0) return [];
  const groups = (await client.xinfo('GROUPS', stream)) as (string | number | null)[][];
  return groups.map((flat) => {
    const value = (name: string) => flat[flat.indexOf(name) + 1] ?? 0;
    return {
      name: String(value('name')),
      unfinished: Number(value('pending')),
      waiting: Number(value('lag')),
    };
  });
}

interface Proof {
  channelId: string;
  agoMs: number;
}

async function proofsIn(client: RedisClient, keys: PartitionKeys, nowMs: number): Promise<Proof[]> {
  const fields = Object.entries(await client.hgetall(keys.channels));
  return fields.flatMap(([field, atMs]) => {
    const channelId = /^(?:sent|tested):(.*)$/.exec(field)?.[1];
    return channelId === undefined ? [] : [{ channelId, agoMs: Math.max(0, nowMs - Number(atMs)) }];
  });
}

function latest(proofs: readonly Proof[]): Map<string, number> {
  const byChannel = Map.groupBy(proofs, (proof) => proof.channelId);
  return new Map([...byChannel].map(([id, some]) => [id, Math.min(...some.map((one) => one.agoMs))]));
}

function worst(all: Overdue[]): Overdue {
  return {
    count: all.reduce((sum, one) => sum + one.count, 0),
    oldestMs: Math.max(0, ...all.map((one) => one.oldestMs)),
  };
}

function sumByName(groups: MonitorFacts['groups']): MonitorFacts['groups'] {
  const sum = (some: number[]) => some.reduce((total, one) => total + one, 0);
  return [...Map.groupBy(groups, (group) => group.name)].map(([name, some]) => ({
    name,
    unfinished: sum(some.map((one) => one.unfinished)),
    waiting: sum(some.map((one) => one.waiting)),
  }));
}
