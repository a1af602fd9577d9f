import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ReplayNotification } from '../../actors/operating/replay-notification.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { Notification } from '../../domain/notification.ts';
import type { Audited } from '../audited.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { notificationSchema, toNotificationReply } from '../schemas/notification.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** POST /api/notifications/:notificationId/replay. */
export function replayRoute(
  app: FastifyInstance,
  readings: Readings,
  replayNotification: ReplayNotification,
  audited: Audited,
): void {
  app.withTypeProvider<ZodTypeProvider>().post('/api/notifications/:notificationId/replay', {
    config: { scope: 'operate' },
    schema: {
      summary: 'Replay a dead message',
      tags: ['incidents'],
      params: z.object({ notificationId: text.uuid }),
      response: withProblems({ 200: notificationSchema }),
    },
    async handler(request) {
      const { notificationId } = request.params;
      const found = await readings.notification(notificationId);
      if (found === null || !mayKnow(request.apiKey, found)) throw unknown();
      const detail = `to ${found.channelId}`;
      const what = { act: 'notification-replayed', target: notificationId, detail } as const;
      return audited(request, what, async () => {
        const outcome = await replayNotification(notificationId);
        if (outcome.kind === 'unknown') throw unknown();
        if (outcome.kind === 'not-dead') {
          throw new ProblemError('conflict', 'Only a dead message can be replayed; see its state.');
        }
        if (outcome.kind === 'unknown-channel') {
          throw new ProblemError(
            'conflict',
            `The channel "${outcome.channelId}" is not configured on any worker: the message would fail again. Configure the channel, then replay.`,
          );
        }
        return toNotificationReply(outcome.notification, request.apiKey);
      });
    },
  });
}

/** A message about the monitor itself, or about many services, is for keys that are bound to nothing. */
function mayKnow(key: ApiKey | null, { message }: Notification): boolean {
  return 'environment' in message ? keyBounds.includes(key, message) : !keyBounds.isBound(key);
}

function unknown(): ProblemError {
  return new ProblemError('not-found', 'There is no notification with this id.');
}
