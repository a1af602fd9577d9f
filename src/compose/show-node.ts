import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { createSecretKeys } from '../channels/stored/secret-keys.ts';
import type { Config } from '../config/configuration.ts';
import type { RetentionSettings } from '../config/retention-settings.ts';
import { formatDuration } from '../domain/duration.ts';
import type { LockedChannel, NodeSettings } from '../domain/node-settings.ts';
import type { Routing } from '../domain/routing.ts';
import { synthetic } from '../domain/synthetic-outage.ts';
import { createNodes } from '../store/monitor/nodes.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';
import type { UsedChannel } from './used-channel.ts';

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
    channelIds: isWorker(config) ? [...current.channelIds, ...ownChannels].sort() : null,
    lockedChannels: lockedOf(current.channels),
    fileErrors: current.errors.slice(0, errorsShown),
  });
  const ownChannels = config.deadman === null ? [] : [synthetic.channelId];
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
    // Only who serves people needs them.
    ...(config.roles.includes('api')
      ? { signIn: formatSignIn(config.signIn), statusPages: formatMany(config.statusPages) }
      : {}),
    secretKeys: formatKeys(config.secretKeys),
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

function lockedOf(channels: readonly UsedChannel[]): LockedChannel[] {
  return channels.flatMap(({ id, opened }) =>
    opened.kind === 'locked' ? [{ channelId: id, because: opened.because }] : [],
  );
}

function channelNames({ channels }: Config): string[] {
  return channels.map((channel) => channel.id).sort();
}

function isWorker({ roles }: Pick<Config, 'roles'>): boolean {
  return roles.includes('worker');
}

function formatKept({ incidentsMs, notificationsMs, auditMs, uptimeMs }: RetentionSettings): string {
  const times = [incidentsMs, notificationsMs, auditMs, uptimeMs].map(formatDuration);
  const [incidents, notifications, audit, uptime] = times;
  return `incidents ${incidents}, notifications ${notifications}, audit log ${audit}, uptime ${uptime}`;
}

/** Their ids, the one that encrypts first; `none` on all nodes that make no channels over the API. */
function formatKeys(keys: readonly string[]): string {
  return createSecretKeys(keys.map((key) => Buffer.from(key, 'base64'))).ids.join(', ') || 'none';
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

/** The levels, and a fingerprint of all but the secret. */
function formatSignIn(signIn: Config['signIn']): string {
  if (signIn === null) return 'off';
  return formatMany(signIn.access, [{ ...signIn, clientSecret: null }]);
}

function formatMany(list: readonly unknown[], whole: readonly unknown[] = list): string {
  const print = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 8);
  return list.length === 0 ? 'none' : `${list.length} (fingerprint ${print})`;
}
