import type { RecipientEnd } from './recipient-ends.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** Waits before the second, third … attempt; afterwards hourly until a day has passed. */
const waitsMs = [
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  60 * minuteMs,
];

/** How long a message is tried, or waits for its channel. */
export const giveUpAfterMs = 24 * 60 * minuteMs;

/**
 * How one attempt ended. `answer`: what the provider said, as one short line; `ends`: what became of the message at each
 * recipient that is done with, in this attempt and before, where they are judged one by one.
 */
export type AttemptOutcome =
  /**
   * `note`: a remark of the receiver that people should know, such as refused recipients. `reference`: what the channel
   * needs to change this message later, or to answer below it.
   */
  | {
      kind: 'sent';
      note?: string;
      answer?: string;
      ends?: readonly RecipientEnd[];
      reference?: string;
      template?: TemplateEnd;
    }
  | {
      kind: 'failed';
      permanent: boolean;
      reason: string;
      retryAfterMs?: number | undefined;
      answer?: string;
      ends?: readonly RecipientEnd[];
      /** This program closed the channel meanwhile: that says nothing of the receiver. */
      isInterrupted?: true;
    };

/** How the template of a channel did for a message; `because` null: it has its words. */
export interface TemplateEnd {
  because: string | null;
}

/** What becomes of a notification after an attempt. */
export type DeliveryStep =
  | { kind: 'sent'; note?: string; answer?: string; reference?: string; template?: TemplateEnd }
  | { kind: 'retry'; delayMs: number; reason: string }
  /** Until its channel works again. */
  | { kind: 'wait'; reason: string }
  | { kind: 'dead'; reason: string };

/**
 * What follows an attempt. `attempts` counts this one, `ageMs` is the time since the notification was planned and
 * `random` in [0, 1) spreads the retries by ± 20 %, so that they do not all reach a recovered receiver at once. While the
 * circuit of its channel is open, a message has no schedule of its own; it is given up after the same time.
 */
export function afterAttempt(
  outcome: AttemptOutcome,
  attempts: number,
  ageMs: number,
  random: number,
  isCircuitOpen = false,
): DeliveryStep {
  if (outcome.kind === 'sent') return outcome;
  if (outcome.permanent) return { kind: 'dead', reason: outcome.reason };
  if (isCircuitOpen && ageMs < giveUpAfterMs) return { kind: 'wait', reason: outcome.reason };
  const waitMs = waitsMs[attempts - 1] ?? 60 * minuteMs;
  const spreadMs = Math.round(waitMs * (0.8 + 0.4 * random));
  const delayMs = Math.max(spreadMs, outcome.retryAfterMs ?? 0);
  if (ageMs + delayMs > giveUpAfterMs) {
    return { kind: 'dead', reason: `gave up after ${attempts} attempts: ${outcome.reason}` };
  }
  return { kind: 'retry', delayMs, reason: outcome.reason };
}
