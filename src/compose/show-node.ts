import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import { formatDuration } from '../domain/duration.ts';
import type { NodeSettings } from '../domain/node-settings.ts';
import type { RetentionTimes } from '../domain/retention.ts';
import type { Routing } from '../domain/routing.ts';
import { synthetic } from '../domain/synthetic-outage.ts';
import { createNodes } from '../store/monitor/nodes.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const showEveryMs = 5_000;

/** How many errors of a refused file the others are told. */
const errorsShown = 5;

/** Shows the other nodes what this one judges by, at once when that changes, so that a difference is found. */
export function showNode(
  { config, current, redis, partitions, log, closers }: Foundation,
  { nodeId, version }: { nodeId: string; version: string },
): void {
  const self = (): NodeSettings => ({
    nodeId,
    name: `${hostname()} (pid ${process.pid})`,
    version,
    values: judgedBy({ ...config, ...current.now }),
    channelIds: channelIdsOf({ ...config, ...current.now }),
    fileErrors: current.errors.slice(0, errorsShown),
  });
  const nodes = createNodes(redis, partitions, self);
  const onError = (error: unknown) =>
    log.warn({ error }, 'could not publish the settings of this node to the other nodes');
  const showing = every(showEveryMs, () => nodes.show(), onError);
  closers.add('showing of this node', () => showing.stop());
  current.onReload(() => void nodes.show().catch(onError));
}

/** What a node judges by, as texts. Of what is long or may hold a secret there is a fingerprint, or names alone. */
export function judgedBy(config: Config): Record<string, string> {
  const { timing, deadman } = config;
  return {
    heartbeatInterval: formatDuration(timing.intervalMs),
    grace: formatOptional(timing.graceMs),
    downAfter: formatDuration(timing.downAfterMs),
    recoveryWindow: formatOptional(timing.recoveryWindowMs),
    blindAfter: formatDuration(config.blindAfterMs),
    keyInstances: String(config.quotas.instances),
    services: formatMany(config.policies),
    deadman: deadman === null ? 'off' : `every ${formatDuration(deadman.everyMs)}`,
    // Only who delivers needs them: an API node may do without.
    ...(isWorker(config)
      ? {
          channels: channelNames(config).join(', ') || 'none',
          routes: config.routes === null ? 'all channels' : formatRoutes(config.routes),
          reminders: formatReminders(config),
          kept: formatKept(config.retention),
          operatorChannels: config.operatorChannels?.join(', ') ?? 'all channels',
        }
      : {}),
  };
}

function channelIdsOf(config: Config): string[] | null {
  if (!isWorker(config)) return null;
  return [...channelNames(config), ...(config.deadman === null ? [] : [synthetic.channelId])];
}

function channelNames({ channels }: Config): string[] {
  return channels.map((channel) => channel.id).sort();
}

function isWorker({ roles }: Config): boolean {
  return roles.includes('worker');
}

function formatKept({ incidentsMs, notificationsMs, auditMs }: RetentionTimes): string {
  const [incidents, notifications, audit] = [incidentsMs, notificationsMs, auditMs].map(formatDuration);
  return `incidents ${incidents}, notifications ${notifications}, audit log ${audit}`;
}

function formatOptional(ms: number | undefined): string {
  return ms === undefined ? 'derived' : formatDuration(ms);
}

/** Of a file without the newer settings the same as of a node of an older version. */
function formatRoutes({ routes, mode, defaultChannels }: Routing): string {
  const more = mode === 'all-matches' && defaultChannels.length === 0 ? [] : [mode, defaultChannels];
  return formatMany(routes, [...routes, ...more]);
}

/** What is general, and a fingerprint of it with what routes say of their services. */
function formatReminders({ reminding, routes }: Config): string {
  const { reminders, escalation } = reminding;
  const ofRoutes = (routes?.routes ?? [])
    .filter((route) => route.reminders !== undefined || route.escalation !== undefined)
    .map(({ match, severity, ...route }) => [match, severity, route.reminders, route.escalation]);
  const general =
    reminders === null
      ? 'off'
      : `every ${formatDuration(reminders.everyMs)}, back-off ${reminders.backOff}, at most ${formatDuration(reminders.longestMs)}`;
  const more = [...escalation, ...ofRoutes];
  return more.length === 0 ? general : `${general}, ${formatMany(more)} more`;
}

function formatMany(list: readonly unknown[], whole: readonly unknown[] = list): string {
  const print = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 8);
  return list.length === 0 ? 'none' : `${list.length} (fingerprint ${print})`;
}
