import type { IncidentMessage } from '../messages.ts';
import type { Notification } from '../notification.ts';
import { isReminder } from './while-unanswered.ts';

/** The times of a reminder are those of the moment at which it was decided that it is sent: it may have waited. A retry says the same. */
export function asDecided({ kind, message, decidedAtMs }: Notification): Notification['message'] {
  if (decidedAtMs === undefined || !isReminder({ kind }) || !('startedAtMs' in message)) return message;
  const waitedMs = decidedAtMs - message.detectedAtMs;
  return waitedMs <= 0 ? message : laterBy(message, waitedMs);
}

function laterBy(message: IncidentMessage, ms: number): IncidentMessage {
  const { detectedAtMs, silentMs, ownSilentMs, unacknowledgedMs } = message;
  return {
    ...message,
    detectedAtMs: detectedAtMs + ms,
    ...(silentMs === undefined ? {} : { silentMs: silentMs + ms }),
    ...(ownSilentMs === undefined ? {} : { ownSilentMs: ownSilentMs + ms }),
    ...(unacknowledgedMs === undefined ? {} : { unacknowledgedMs: unacknowledgedMs + ms }),
  };
}
