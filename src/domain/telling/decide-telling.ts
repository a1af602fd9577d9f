import type { Notification } from '../notification.ts';
import type { Circumstances } from './circumstances.ts';
import { countsFromTelling } from './counts-from-telling.ts';
import { degraded } from './degraded.ts';
import { dependency } from './dependency.ts';
import { endFollowsOutage } from './end-follows-outage.ts';
import { group } from './group.ts';
import { overWhileHeld } from './over-while-held.ts';
import { saidAlready } from './said-already.ts';
import { silence } from './silence.ts';
import type { TellingDecision, TellingStep } from './telling-step.ts';
import { whileUnanswered } from './while-unanswered.ts';

/**
 * In this order: the first that has something against a message decides. What the message of a group names is told, so
 * it waits for nothing that it needs.
 */
const steps: readonly TellingStep[] = [
  endFollowsOutage,
  whileUnanswered,
  overWhileHeld,
  silence,
  degraded,
  group,
  dependency,
  countsFromTelling,
  saidAlready,
];

/** The decision before the first attempt to send a message. */
export function decideTelling(notification: Notification, circumstances: Circumstances): TellingDecision {
  for (const step of steps) {
    const decision = step(notification, circumstances);
    if (decision !== null) return decision;
  }
  return { kind: 'send' };
}
