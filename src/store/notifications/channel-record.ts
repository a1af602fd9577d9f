import type { Claim } from '../../actors/ports/notifications.ts';
import { delivery } from '../../domain/delivery.ts';
import type { TemplateEnd } from '../../domain/retry-schedule.ts';
import { type Command, Now } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';

/** How an attempt ended, for the record of its channel. */
export type AttemptRecord =
  | { kind: 'sent'; template?: TemplateEnd | undefined }
  | { kind: 'failing' | 'dead'; reason: string; answer?: string | undefined };

/** The state of a channel: its last success and how late that was, its first failure since, its last error, what it gave up. */
export function channelRecord(
  keys: PartitionKeys,
  { notification, nowMs }: Claim,
  how: AttemptRecord,
): Command[] {
  const key = keys.channels;
  const { channelId } = notification;
  const now = new Now(keys);
  if (how.kind === 'sent') {
    const delayMs = Math.max(0, nowMs - delivery.sendableSinceMs(notification));
    return [
      ['HSET', key, `sent:${channelId}`, now, `delay:${channelId}`, delayMs],
      ['HDEL', key, `failing:${channelId}`],
      ...templateRecord(keys, { channelId, atMs: nowMs }, how.template),
    ];
  }
  const { reason, answer = null } = how;
  const error: Command = ['HSET', key, `error:${channelId}`, JSON.stringify({ atMs: nowMs, reason, answer })];
  if (how.kind === 'failing') return [['HSETNX', key, `failing:${channelId}`, now], error];
  return [['HSET', key, `dead:${channelId}`, now], ['HDEL', key, `failing:${channelId}`], error];
}

/** Whether the template of the channel failed for the latest message that it had words for. */
function templateRecord(
  { channels }: PartitionKeys,
  { channelId, atMs }: { channelId: string; atMs: number },
  template: TemplateEnd | undefined,
): Command[] {
  if (template === undefined) return [];
  const field = `template:${channelId}`;
  const { because } = template;
  return [
    because === null
      ? ['HDEL', channels, field]
      : ['HSET', channels, field, JSON.stringify({ atMs, reason: because })],
  ];
}
