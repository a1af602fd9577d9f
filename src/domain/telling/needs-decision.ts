import type { Notification } from '../notification.ts';
import { synthetic } from '../synthetic-outage.ts';

/**
 * Whether it is still open if a message is sent. What the monitor says of itself always is, and so is what tests the
 * whole path; an operator who replays a message wants it sent.
 */
export function needsDecision({ message, decidedAtMs, replay }: Notification): boolean {
  if (!('environment' in message) || synthetic.isIn(message)) return false;
  return decidedAtMs === undefined && replay === undefined;
}
