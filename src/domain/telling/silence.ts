import { isAboutService } from '../is-about-service.ts';
import { followsOutage } from './end-follows-outage.ts';
import type { TellingStep } from './telling-step.ts';

/** A maintenance that is ended early, removed or extended counts after this time at the latest. */
const longestHoldMs = 30_000;

/**
 * Nobody is paged during a maintenance. What is still Down at its end is told then: the outage, and who is told because
 * nobody has acknowledged it. That alone is enough: reminders are not kept for then.
 */
export const silence: TellingStep = (notification, { silence: active, nowMs, downAfterMs }) => {
  if (active === null || followsOutage(notification)) return null;
  const { words } = active;
  if (isAboutService(notification.kind) || notification.kind === 'reminder')
    return { kind: 'suppress', reason: `said during ${words}` };
  const untilMs = Math.min(active.untilMs, nowMs + Math.min(longestHoldMs, downAfterMs / 4));
  return { kind: 'hold', untilMs: Math.ceil(untilMs), reason: words };
};
