import { z } from 'zod';
import type { NotificationReading } from '../../actors/ports/reading.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { NotificationState } from '../../domain/notification.ts';
import { keyBounds } from '../key-bounds.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

export const notificationState = z.enum(['pending', 'sending', 'sent', 'dead', 'suppressed']);

export const notificationSchema = z
  .object({
    notificationId: z.string(),
    incidentId: z.string().meta({
      description:
        'In a message about reported health, or about trouble that is less than an outage: the id of the service; in a message about the monitor: the id of its impairment; in a message of an outage group: the id of the group; in a digest: its own.',
    }),
    serviceId: z.string().nullable().meta({
      description: 'Null: the message is about the monitor itself or about an outage group, or is a digest.',
    }),
    channelId: z.string(),
    channelType: z.string(),
    kind: z.enum([
      'down',
      'recovering',
      'flapping',
      'reminder',
      'escalation',
      'acknowledged',
      'resolved',
      'impaired',
      'well',
      'health',
      'degraded',
      'instance-down',
      'digest',
      'group',
      'group-over',
    ]),
    state: notificationState,
    reason: z.string().nullable().meta({
      description:
        'Why it was suppressed or is held, why the last attempt failed, or which recipients it did not reach. It may name hosts and people, so an API key that is bound to services sees only a general reason.',
    }),
    outageGroupId: z.string().nullable().meta({
      description: 'The outage group whose message to this channel stands for it; null: it is part of none.',
    }),
    routedBy: z.string().nullable().meta({
      description:
        'Which route of monitor.yaml leads it to its channel; null: none does, or it is not known.',
    }),
    answer: z.string().nullable().meta({
      description:
        'What the provider answered to the last attempt: its status and its first line. An API key that is bound to services does not see it.',
    }),
    recipients: z
      .array(
        z.object({
          recipient: z.string(),
          outcome: z.enum(['sent', 'refused']),
          code: z.int().nullable().meta({ description: 'Of the refusal, such as 550; null: it was sent.' }),
        }),
      )
      .nullable()
      .meta({
        description:
          'Of an e-mail: the addresses that it is done with; those that are not listed are still tried. Null: its channel tells no recipients apart, it was not tried yet, or the API key is bound to services.',
      }),
    digestId: z.string().nullable().meta({
      description:
        'The id of the message of kind `digest` that told it, with others, because its channel got more messages than its limit; null: none did.',
    }),
    heldBack: z
      .object({ since: z.string(), until: z.string().nullable(), because: z.string() })
      .nullable()
      .meta({
        description:
          'That it was held back, and why: `until` is when it was decided that it is sent, null while it is held or if it never was. Null: it was not held.',
      }),
    attempts: z.int(),
    createdAt: z.string(),
    nextAttemptAt: z.string().nullable(),
    sentAt: z.string().nullable(),
  })
  .meta({ id: 'Notification' });

type NotificationReply = z.infer<typeof notificationSchema>;

/** What became of the digest that a message is in. */
const endOf: Record<NotificationState, string> = {
  sent: '',
  pending: ', which is not sent yet',
  sending: ', which is not sent yet',
  dead: ', which was given up; it can be replayed',
  suppressed: ', which was suppressed',
};

/** As the holder of `key` may read it. */
export function toNotificationReply(
  notification: NotificationReading,
  key: ApiKey | null,
): NotificationReply {
  const { notificationId, incidentId, serviceId, channelId, channelType, kind, state } = notification;
  return {
    notificationId,
    incidentId,
    serviceId,
    channelId,
    channelType,
    kind,
    state,
    reason: reasonFor(key, notification),
    outageGroupId: notification.groupId ?? null,
    routedBy: notification.routedBy ?? null,
    answer: keyBounds.isBound(key) ? null : (notification.answer ?? null),
    recipients: keyBounds.isBound(key) ? null : recipientsOf(notification),
    digestId: notification.digestId ?? null,
    heldBack: heldFor(key, notification),
    attempts: notification.attempts,
    createdAt: toTime(notification.createdAtMs),
    nextAttemptAt: toTimeOrNull(notification.nextAttemptAtMs),
    sentAt: toTimeOrNull(notification.sentAtMs),
  };
}

function heldFor(
  key: ApiKey | null,
  { held, decidedAtMs }: NotificationReading,
): z.infer<typeof notificationSchema>['heldBack'] {
  if (held === undefined) return null;
  const { sinceMs, because } = held;
  return {
    since: toTime(sinceMs),
    until: toTimeOrNull(decidedAtMs ?? null),
    because: withoutOthers(because, key),
  };
}

/** What it depends on may be a service that the key may know nothing of. */
function withoutOthers(reason: string, key: ApiKey | null): string {
  const at = reason.indexOf('depends on ');
  return at >= 0 && keyBounds.isBound(key) ? `${reason.slice(0, at)}depends on another service` : reason;
}

function recipientsOf({ ends }: NotificationReading): NotificationReply['recipients'] {
  if (ends === undefined) return null;
  return ends.map(({ recipient, refusedWith: code }) => ({
    ...{ recipient, outcome: code === null ? 'sent' : 'refused', code },
  }));
}

function reasonFor(
  key: ApiKey | null,
  { state, reason, held, decidedAtMs, digest }: NotificationReading,
): string | null {
  const shown = reason === null ? null : withoutOthers(reason, key);
  if (shown !== reason) return shown;
  if (digest !== undefined && state === 'suppressed') return `${reason}${endOf[digest.state]}`;
  const isHeld = held !== undefined && decidedAtMs === undefined;
  if (reason === null || isHeld || state === 'suppressed' || !keyBounds.isBound(key)) return reason;
  if (state === 'sent')
    return 'not delivered to every recipient; details need an API key that is not bound to services';
  return 'not delivered; details need an API key that is not bound to services';
}
