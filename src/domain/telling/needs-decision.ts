import type { Notification } from '../notification.ts';
import { synthetic } from '../synthetic-outage.ts';
import { isReminder } from './while-unanswered.ts';

/**
 * Whether it is still open if a message is sent. What the monitor says of itself always is, and so is what tests the
 * whole path; an operator who replays a message wants it sent.
 */
export function needsDecision({ message, decidedAtMs, replay }: Notification): boolean {
  if (!('environment' in message) || synthetic.isIn(message)) return false;
  return decidedAtMs === undefined && replay === undefined;
}

/**
 * Whether it is asked, before an attempt on a message about which nothing is decided any more, if it is still wanted: what
 * only says again that nobody has acknowledged. A claim that ran out is not asked about: its receiver may have the message.
 */
export function isAskedAgain({ kind, message, state, decidedAtMs, replay }: Notification): boolean {
  const saysAgain = isReminder({ kind })
    ? decidedAtMs !== undefined
    : 'stage' in message && isOfStage(message.stage);
  return saysAgain && state === 'pending' && replay === undefined;
}

const isOfStage = (stage: string): boolean => stage === 'reminder' || stage === 'escalation';
