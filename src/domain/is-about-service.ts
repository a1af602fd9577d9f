import type { NotificationKind } from './message-kinds.ts';

/** Whether a message is about how a service does without an outage: it belongs to no incident. */
export function isAboutService(kind: NotificationKind): boolean {
  return kind === 'health' || kind === 'degraded' || kind === 'instance-down';
}
