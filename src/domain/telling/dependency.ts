import { formatClock } from '../format-clock.ts';
import type { Notification } from '../notification.ts';
import type { Circumstances, NeededService } from './circumstances.ts';
import type { TellingStep } from './telling-step.ts';
import { isReminder } from './while-unanswered.ts';

/** How soon is looked again at what is Down, and at what may turn out to be Down. */
const looksMs = { isDown: 30_000, mayBeDown: 5_000 } as const;

/** An outage, as far as another one may explain it. */
interface Outage {
  silentSinceMs: number;
  detectedAtMs: number;
}

/** Why a message waits, and until when at most. */
interface Excuse {
  untilMs: number;
  lookMs: number;
  words: string;
}

/**
 * Who is Down because something that it needs is Down is not told singly. It waits while that is Down and for its own
 * `downAfter` (D) after that is back; what is still Down then has its own message. Before that it waits up to D to
 * find out whether what it needs is Down too, but only until that was heard: then it is not.
 */
export const dependency: TellingStep = (notification, { needed, nowMs, downAfterMs }) => {
  const outage = outageOf(notification, downAfterMs);
  if (outage === null) return null;
  for (const excuseOf of [whileDown, afterReturn, maybeDown]) {
    for (const service of needed) {
      const excuse = excuseOf(service, outage, { nowMs, downAfterMs });
      if (excuse === null || excuse.untilMs <= nowMs) continue;
      const untilMs = Math.min(excuse.untilMs, nowMs + Math.min(excuse.lookMs, downAfterMs / 4));
      return { kind: 'hold', untilMs: Math.ceil(untilMs), reason: excuse.words };
    }
  }
  return null;
};

type Now = Pick<Circumstances, 'nowMs' | 'downAfterMs'>;

/** A cause without an outage of its own, such as one that is stopped or unknown, excuses nothing, nor does a later outage. */
function whileDown(
  { serviceName, downSinceMs, incidentId }: NeededService,
  { detectedAtMs }: Outage,
  { downAfterMs }: Now,
): Excuse | null {
  if (downSinceMs === null || incidentId === null || downSinceMs > detectedAtMs + downAfterMs) return null;
  const words = `depends on ${serviceName}, which is Down: incident ${incidentId}`;
  return { untilMs: Number.POSITIVE_INFINITY, lookMs: looksMs.isDown, words };
}

function afterReturn(
  { serviceName, backAtMs }: NeededService,
  { silentSinceMs }: Outage,
  { downAfterMs }: Now,
): Excuse | null {
  if (backAtMs === null || backAtMs < silentSinceMs) return null;
  const words = `depends on ${serviceName}, which is back since ${formatClock(backAtMs)}`;
  return { untilMs: backAtMs + downAfterMs, lookMs: looksMs.isDown, words };
}

/** It is Down only if it stays silent for its own time: once it was heard after this outage was found, it is not in time. */
function maybeDown(
  { serviceName, status, lastBeatAtMs, downAfterMs: itsDownAfterMs }: NeededService,
  { detectedAtMs }: Outage,
  { downAfterMs }: Now,
): Excuse | null {
  const isRunning = status === 'Healthy' || status === 'Degraded' || status === 'Recovered';
  if (!isRunning || lastBeatAtMs === null) return null;
  if (lastBeatAtMs + itsDownAfterMs > detectedAtMs + downAfterMs) return null;
  const words = `depends on ${serviceName}, which may be Down too: last heard at ${formatClock(lastBeatAtMs)}`;
  return { untilMs: detectedAtMs + downAfterMs, lookMs: looksMs.mayBeDown, words };
}

/** Null: the message tells of no outage that begins or goes on. */
function outageOf(notification: Notification, downAfterMs: number): Outage | null {
  const { kind, message } = notification;
  const isRepeated = isReminder(notification);
  if (kind !== 'down' && kind !== 'flapping' && !isRepeated) return null;
  if (!('detectedAtMs' in message)) return null;
  const silentSinceMs = message.silentSinceMs ?? message.startedAtMs;
  // A reminder carries the time of the reminder.
  return { silentSinceMs, detectedAtMs: isRepeated ? silentSinceMs + downAfterMs : message.detectedAtMs };
}
