import type { Notification } from '../notification.ts';
import type { Circumstances } from './circumstances.ts';

/** Whether a message is sent now. What is held is decided anew at `untilMs`. */
export type TellingDecision =
  | { kind: 'send' }
  | { kind: 'hold'; untilMs: number; reason: string }
  /** `groupId`: the outage group whose message stands for it. */
  | { kind: 'suppress'; reason: string; groupId?: string };

/** One reason not to send a message now; null: it has nothing against it. */
export type TellingStep = (
  notification: Notification,
  circumstances: Circumstances,
) => Exclude<TellingDecision, { kind: 'send' }> | null;
