import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Fleet } from '../../../bench/support/start-fleet.ts';
import { connect } from '../../../src/store/client/connect.ts';
import { apiClient } from '../../support/api-client.ts';
import { startSmtpReceiver } from '../../support/start-smtp-receiver.ts';
import { arrivalsByMail } from './arrivals-by-mail.ts';
import { History } from './history.ts';
import { MonitorNode } from './monitor-node.ts';
import { openRedisOfStage, type RedisOfStage } from './open-redis-of-stage.ts';
import { operatorChannel, type StageOptions } from './stage-options.ts';
import { startFaultFleet } from './start-fault-fleet.ts';
import { type Proxy, startProxy } from './start-proxy.ts';
import { type Arrival, type Sink, startSink } from './start-sink.ts';
import { type EventWatch, watchEvents } from './watch-events.ts';

/** The monitor with a fleet before it and a sink behind it, all as real processes and sockets. */
export interface Stage {
  options: StageOptions;
  redis: RedisOfStage;
  apis: MonitorNode[];
  workers: MonitorNode[];
  /** Between the two halves of the fleet and the API, where there are any. */
  fleetProxies: Proxy[];
  /** Between API nodes and Redis, where there is one. */
  redisProxy: Proxy | null;
  fleet: Fleet;
  sink: Sink;
  /** Everything that was told, by webhook and by mail. */
  arrivals(): Arrival[];
  watch: EventWatch;
  history: History;
  api: ReturnType<typeof apiClient>;
  /** The longest that this process waited for its turn: the mood of the machine. */
  longestStallMs(): number;
  close(): Promise<void>;
}

export async function openStage(options: StageOptions): Promise<Stage> {
  const closers: (() => unknown)[] = [];
  const opened = async <T extends { close(): unknown }>(opening: Promise<T>): Promise<T> => {
    const part = await opening;
    closers.unshift(() => part.close());
    return part;
  };
  const close = async () => {
    for (const each of closers.splice(0)) await each();
  };
  try {
    const redis = await opened(openRedisOfStage(options.redis));
    const sink = await opened(startSink());
    const smtp = await opened(startSmtpReceiver());
    const port = redis.single?.port ?? 0;
    const redisProxy = options.redisByProxy ? await opened(startProxy({ host: '127.0.0.1', port })) : null;

    const file = monitorFile(options, sink, smtp.url);
    const open = async (roles: string, url: string) => {
      const node = await MonitorNode.open(roles, url, file, environment(options));
      closers.unshift(() => node.kill());
      return node;
    };
    const apiRedis = redisProxy === null ? redis.url : `redis://127.0.0.1:${redisProxy.port}`;
    const [apis, workers] = await Promise.all([
      Promise.all(Array.from({ length: options.apis }, () => open('api', apiRedis))),
      Promise.all(Array.from({ length: options.workers }, () => open('worker', redis.url))),
    ]);

    const client = connect(redis.url, 'blocking', () => undefined);
    const watch = watchEvents(client, redis.partitions);
    closers.unshift(() => watch.stop());

    const fleetProxies = options.fleetByProxy
      ? await Promise.all([apis[0], apis[1] ?? apis[0]].map((api) => opened(startProxy(addressOf(api?.url)))))
      : [];
    const urls = apis.map((api) => api.url);
    const doors = fleetProxies.map((proxy) => [`http://127.0.0.1:${proxy.port}`]);
    const { services, perService, times } = options;
    const fleet = await startFaultFleet({
      doors: doors.length > 0 ? doors : [urls],
      instances: services * perService,
      perService,
      intervalMs: times.intervalMs,
      ...options.fleet,
    });
    closers.unshift(() => fleet.stop());

    const stalls = monitorEventLoopDelay({ resolution: 10 });
    stalls.enable();
    closers.unshift(() => stalls.disable());
    return {
      ...{ options, redis, apis, workers, fleetProxies, redisProxy, fleet, sink, watch },
      arrivals: () => [...sink.arrivals, ...arrivalsByMail('mail', smtp.mails)],
      history: new History(),
      api: apiClient(urls[0] ?? ''),
      longestStallMs: () => Math.round(stalls.max / 1e6),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressOf(url = 'http://127.0.0.1:0'): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function monitorFile({ channels, moreChannels }: StageOptions, sink: Sink, smtpUrl: string): string {
  const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;
  const lines = [...channels, operatorChannel].map((id) =>
    id === 'mail'
      ? `{ id: mail, type: email, limit: none, url: "${smtpUrl}", from: monitor@example.com, to: [ops@example.com] }`
      : `{ id: ${id}, type: webhook, url: "${sink.url(id)}", secret: "${secret}" }`,
  );
  const told = [...channels, ...moreChannels.flatMap((line) => /id: ([\w-]+)/.exec(line)?.[1] ?? [])];
  return [
    'channels:',
    ...[...lines, ...moreChannels].map((line) => `  - ${line}`),
    `routes:\n  - { match: { service: "*" }, channels: [${told.join(', ')}] }`,
    `operator:\n  channels: [${operatorChannel}]\n`,
  ].join('\n');
}

function environment({ times }: StageOptions): Record<string, string> {
  return {
    MONITOR_HEARTBEAT_INTERVAL: `${times.intervalMs}ms`,
    MONITOR_HEARTBEAT_GRACE: `${times.graceMs}ms`,
    MONITOR_DOWN_AFTER: `${times.downAfterMs}ms`,
    ...(times.blindAfterMs === null ? {} : { MONITOR_BLIND_AFTER: `${times.blindAfterMs}ms` }),
    MONITOR_RECOVERY_WINDOW: `${times.recoveryWindowMs}ms`,
    // What is judged is that each incident is told.
    MONITOR_OUTAGE_GROUPS: 'off',
    LOG_LEVEL: 'warn',
  };
}
