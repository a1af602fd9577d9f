import { canMount } from './small-disk.ts';
import type { Stage, StageOptions } from './stage.ts';

/** A fault, and the alerts that must fire; no other alert may fire. */
export interface Outage extends StageOptions {
  name: string;
  /** What is done. */
  title: string;
  cause(stage: Stage): Promise<void> | void;
  /** The alerts, and how many seconds after the outage began they fire at the latest. */
  fires: Readonly<Record<string, number>>;
  isShort?: boolean;
  /** Why it cannot be caused here. */
  notHere?: string | null;
}

const both = ['api,worker'];
const apart = ['api', 'worker'];
const threeMinutesMs = 180_000;

/** Down within seconds. */
const quick = { MONITOR_HEARTBEAT_INTERVAL: '5s', MONITOR_DOWN_AFTER: '20s' };
const oneEach = { size: 20, services: 20 };

/** The alerts that fire when Redis cannot be used for three minutes. */
const useless = { MonitorHeartbeatsUnavailable: 260, MonitorPartitionStuck: 130, MonitorBlind: 290 };

export const outages: readonly Outage[] = [
  {
    ...{ name: 'redis-1s', title: 'Redis is killed and started again a second later', roles: both },
    ...{ isShort: true, fires: {} },
    cause: (stage) => stage.restartRedis(1_000),
  },
  {
    ...{ name: 'redis-3m', title: 'Redis is killed and started again three minutes later', roles: both },
    cause: (stage) => stage.restartRedis(threeMinutesMs),
    fires: { MonitorRedisAway: 100, ...useless },
  },
  {
    ...{ name: 'redis-frozen-3m', title: 'Redis is paused for three minutes (SIGSTOP)', roles: both },
    async cause({ redis, pause }) {
      redis.signal('SIGSTOP');
      await pause(threeMinutesMs);
      redis.signal('SIGCONT');
    },
    fires: { MonitorRedisAway: 100, ...useless },
  },
  {
    ...{
      name: 'disk-full-3m',
      title: 'the disk that Redis writes to is full for three minutes',
      roles: both,
    },
    ...{ smallDisk: true, notHere: canMount ? null : 'only root can mount a small disk' },
    async cause({ disk, pause }) {
      disk?.fill();
      await pause(threeMinutesMs);
      disk?.free();
    },
    fires: useless,
  },
  {
    ...{ name: 'redis-full-3m', title: 'the memory of Redis is full for three minutes', roles: both },
    async cause({ redis, pause }) {
      await redis.client.config('SET', 'maxmemory', '1');
      await pause(threeMinutesMs);
      await redis.client.config('SET', 'maxmemory', '0');
    },
    fires: useless,
  },
  {
    ...{ name: 'redis-80-percent', title: 'Redis uses 80 % of its memory', roles: both },
    async cause({ redis }) {
      const [, used = ''] = /used_memory:(\d+)/.exec(await redis.client.info('memory')) ?? [];
      await redis.client.config('SET', 'maxmemory', String(Math.round(Number(used) / 0.8)));
    },
    fires: { MonitorRedisFull: 350 },
  },
  {
    ...{ name: 'redis-emptied', title: 'Redis is emptied; the fleet registers again', roles: both },
    cause: async ({ redis }) => void (await redis.client.flushall()),
    fires: { MonitorStateLost: 100 },
  },
  {
    ...{ name: 'api-killed', title: 'the only API node is killed', roles: apart, isShort: true },
    cause: (stage) => stage.nodeOf('api').kill(),
    fires: { MonitorNoApi: 100, MonitorNodeDown: 160 },
  },
  {
    ...{ name: 'worker-killed', title: 'the only worker is killed', roles: apart, isShort: true },
    cause: (stage) => stage.nodeOf('worker').kill(),
    fires: { MonitorNoWorker: 100, MonitorNodeDown: 160 },
  },
  {
    ...{ name: 'one-of-two-killed', title: 'one of two API nodes is killed', roles: ['api', ...apart] },
    cause: ({ nodes }) => nodes[1]?.node.kill(),
    fires: { MonitorNodeDown: 160 },
  },
  {
    ...{ name: 'all-killed', title: 'all nodes are killed', roles: apart, isShort: true },
    cause: async ({ nodes }) => void (await Promise.all(nodes.map(({ node }) => node.kill()))),
    fires: { MonitorDown: 100, MonitorNodeDown: 160 },
  },
  {
    ...{ name: 'nobody-beats', title: 'all instances stop sending heartbeats', roles: both },
    cause: ({ fleet }) => fleet.silence(),
    fires: { MonitorHeartbeatsStopped: 290 },
  },
  {
    ...{
      name: 'many-down',
      title: '12 of 20 services stop sending heartbeats',
      roles: apart,
      isShort: true,
    },
    ...{ fleet: oneEach, channel: 'works', env: { ...quick, MONITOR_INSTANCE_METRICS: '100' } },
    cause: ({ fleet }) => fleet.silence(12),
    fires: { MonitorManyDown: 120 },
  },
  {
    ...{
      name: 'idle-fleet',
      title: 'nothing; the fleet sends a heartbeat every ten minutes',
      roles: both,
      isShort: true,
    },
    ...{ fleet: { everySeconds: 600 }, cause: () => undefined, fires: {} },
  },
  {
    ...{
      name: 'slow-fleet',
      title: 'nothing; every heartbeat is late: 8 s after the last one instead of 5 s',
      roles: both,
    },
    ...{ fleet: { everySeconds: 8, promisedSeconds: 5 }, cause: () => undefined, fires: {} },
  },
  {
    ...{ name: 'no-fleet', title: 'nothing; no instance ever registered', roles: both },
    ...{ fleet: { size: 0 }, cause: () => undefined, fires: {} },
  },
  {
    ...{
      name: 'channel-refuses',
      title: 'the only channel refuses its messages (410) while a service is Down',
    },
    ...{ roles: both, fleet: oneEach, env: quick, channel: 'refuses', deadman: true },
    cause: ({ fleet }) => fleet.silence(1),
    fires: { MonitorDeliveriesDead: 140, MonitorDeadmanWithheld: 290 },
  },
  {
    ...{
      name: 'channel-away',
      title: 'the only channel cannot be reached while a service is Down',
      roles: both,
    },
    ...{ fleet: oneEach, env: quick, channel: 'works' },
    async cause({ channel, fleet }) {
      await channel?.close();
      fleet.silence(1);
    },
    fires: { MonitorDeliveriesFailing: 380 },
  },
  {
    ...{ name: 'deadman-away', title: "the dead-man's-switch cannot be reached", roles: both, deadman: true },
    cause: ({ deadman }) => deadman?.close(),
    fires: { MonitorDeadmanFailing: 290 },
  },
  {
    ...{ name: 'settings-differ', title: 'a node with another MONITOR_DOWN_AFTER joins', roles: both },
    cause: (stage) => stage.addNode('api,worker', { MONITOR_DOWN_AFTER: '5m' }),
    fires: { MonitorSettingsDiffer: 190 },
  },
  {
    ...{ name: 'key-near-limit', title: 'an API key has 27 of its 30 instances', roles: both },
    env: { MONITOR_KEY_INSTANCES: '30' },
    cause: ({ fleet }) => fleet.register(7),
    fires: { MonitorKeyNearLimit: 120 },
  },
];
