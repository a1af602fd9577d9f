import type { Message } from '../../domain/messages.ts';
import type { Notification } from '../../domain/notification.ts';
import { asDecided } from '../../domain/telling/as-decided.ts';
import { whyItWasHeld } from '../../domain/telling/why-it-was-held.ts';

/**
 * What is sent of a row, with why it is late, and with its link. That is not stored: who may read what was sent may not
 * act for that reason.
 */
export function messageOfAttempt(
  row: Notification,
  acknowledgeUrlOf: (notification: Notification) => string | undefined = () => undefined,
): Message {
  const told = contentOf(row);
  // Receivers know what they are sent by the id of the row that is sent.
  const content = asDecided(told);
  const message = told === row ? content : { ...content, notificationId: row.notificationId };
  const acknowledgeUrl = acknowledgeUrlOf(told);
  const link = acknowledgeUrl === undefined ? {} : { acknowledgeUrl };
  if ('groupId' in message) return { ...message, ...link };
  if (!('startedAtMs' in message)) return message;
  const { held, decidedAtMs } = row;
  return {
    ...message,
    ...link,
    ...(held === undefined || decidedAtMs === undefined
      ? {}
      : { heldBack: { untilMs: decidedAtMs, because: whyItWasHeld(held.because) } }),
  };
}

/** A digest of one message is sent as that message. */
function contentOf(row: Notification): Notification {
  const only = 'only' in row.message ? row.message.only : undefined;
  if (only === undefined || only.kind === 'digest' || only.kind === 'test') return row;
  const { notificationId, incidentId, kind } = only;
  return { ...row, notificationId, incidentId, kind, message: only };
}
