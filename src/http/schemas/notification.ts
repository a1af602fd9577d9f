import { z } from 'zod';
import type { Notification } from '../../domain/notification.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

export const notificationSchema = z
  .object({
    notificationId: z.string(),
    incidentId: z.string(),
    serviceId: z.string().nullable().meta({ description: 'Null: it is about the monitor itself.' }),
    channelId: z.string(),
    channelType: z.string(),
    kind: z.enum(['down', 'flapping', 'resolved', 'impaired', 'well']),
    state: z.enum(['pending', 'sending', 'sent', 'dead', 'suppressed']),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was suppressed, or why the last attempt failed.' }),
    attempts: z.int(),
    createdAt: z.string(),
    nextAttemptAt: z.string().nullable(),
    sentAt: z.string().nullable(),
  })
  .meta({ id: 'Notification' });

export function toNotificationReply(notification: Notification): z.infer<typeof notificationSchema> {
  const { notificationId, incidentId, serviceId, channelId, channelType, kind, state, reason } = notification;
  return {
    ...{ notificationId, incidentId, serviceId, channelId, channelType, kind, state, reason },
    attempts: notification.attempts,
    createdAt: toTime(notification.createdAtMs),
    nextAttemptAt: toTimeOrNull(notification.nextAttemptAtMs),
    sentAt: toTimeOrNull(notification.sentAtMs),
  };
}
