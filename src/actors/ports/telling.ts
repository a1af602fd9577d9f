import type { Notification } from '../../domain/notification.ts';
import type { Circumstances } from '../../domain/telling/circumstances.ts';

export interface Telling {
  /** What decides whether this message is sent now; only what matters for a message of its kind is looked up. */
  circumstances(notification: Notification, nowMs: number): Promise<Circumstances>;
}
