import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import { formatDuration } from '../domain/duration.ts';
import type { NodeSettings } from '../domain/node-settings.ts';
import { synthetic } from '../domain/synthetic-outage.ts';
import { createNodes } from '../store/monitor/nodes.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const showEveryMs = 5_000;

/** Shows the other nodes what this one judges by, so that a difference is found. */
export function showNode({ config, redis, partitions, log, closers }: Foundation, version: string): void {
  const nodes = createNodes(redis, partitions, nodeSettings(config, version));
  const showing = every(
    showEveryMs,
    () => nodes.show(),
    (error) => log.warn({ error }, 'could not publish the settings of this node to the other nodes'),
  );
  closers.add('showing of this node', () => showing.stop());
}

/** What a node judges by. Of what is long or may hold a secret there is a fingerprint, or names alone. */
export function nodeSettings(config: Config, version: string): NodeSettings {
  const { timing, deadman } = config;
  const isWorker = config.roles.includes('worker');
  const channelIds = config.channels.map((channel) => channel.id).sort();
  return {
    nodeId: randomUUID(),
    name: `${hostname()} (pid ${process.pid})`,
    version,
    values: {
      heartbeatInterval: formatDuration(timing.intervalMs),
      grace: formatOptional(timing.graceMs),
      downAfter: formatDuration(timing.downAfterMs),
      recoveryWindow: formatOptional(timing.recoveryWindowMs),
      blindAfter: formatDuration(config.blindAfterMs),
      keyInstances: String(config.quotas.instances),
      services: formatMany(config.policies),
      deadman: deadman === null ? 'off' : `every ${formatDuration(deadman.everyMs)}`,
      // Only who delivers needs them: an API node may do without.
      ...(isWorker
        ? {
            channels: channelIds.join(', ') || 'none',
            routes: config.routes === null ? 'all channels' : formatMany(config.routes),
            operatorChannels: config.operatorChannels?.join(', ') ?? 'all channels',
          }
        : {}),
    },
    channelIds: isWorker ? [...channelIds, ...(deadman === null ? [] : [synthetic.channelId])] : null,
  };
}

function formatOptional(ms: number | undefined): string {
  return ms === undefined ? 'derived' : formatDuration(ms);
}

function formatMany(list: readonly unknown[]): string {
  const print = createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 8);
  return list.length === 0 ? 'none' : `${list.length} (fingerprint ${print})`;
}
