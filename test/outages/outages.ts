import type { Stage, StageOptions } from './stage.ts';

/** Something that goes wrong, and the alerts that must tell of it; no other may. */
export interface Outage extends StageOptions {
  name: string;
  cause(stage: Stage): Promise<void> | void;
  fires: readonly string[];
}

const both = ['api,worker'];
const apart = ['api', 'worker'];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const outages: readonly Outage[] = [
  {
    ...{ name: 'redis-1s', roles: both, intervalSeconds: 5 },
    cause: (stage) => stage.restartRedis(1_000),
    fires: [],
  },
  {
    ...{ name: 'redis-frozen-3m', roles: both, intervalSeconds: 5 },
    async cause({ redis }) {
      redis.signal('SIGSTOP');
      await wait(180_000);
      redis.signal('SIGCONT');
    },
    // MonitorBlind did not fire at the first run: to be found out (the gap may be found by a call whose answer is lost).
    fires: ['MonitorRedisAway', 'MonitorHeartbeatsUnavailable', 'MonitorPartitionStuck', 'MonitorBlind'],
  },
  {
    ...{ name: 'slow-fleet', roles: both, intervalSeconds: 600 },
    cause: () => undefined,
    fires: [],
  },
  {
    ...{ name: 'nobody-beats', roles: both, intervalSeconds: 5 },
    cause: (stage) => stage.silenceFleet(),
    fires: ['MonitorHeartbeatsStopped'],
  },
  {
    ...{ name: 'worker-killed', roles: apart, intervalSeconds: 5 },
    cause: (stage) => stage.nodeOf('worker').kill(),
    fires: ['MonitorNoWorker', 'MonitorNodeDown'],
  },
  {
    ...{ name: 'api-killed', roles: apart, intervalSeconds: 5 },
    cause: (stage) => stage.nodeOf('api').kill(),
    // Blind time is counted by API nodes, when one is back.
    fires: ['MonitorNoApi', 'MonitorNodeDown'],
  },
];
