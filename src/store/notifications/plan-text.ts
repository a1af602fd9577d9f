import type { Notification } from '../../domain/notification.ts';

/** The part of a notification that never changes, kept as JSON in the field `plan`. */
export type NotificationPlan = Pick<
  Notification,
  | 'notificationId'
  | 'incidentId'
  | 'serviceId'
  | 'channelId'
  | 'channelType'
  | 'recipients'
  | 'kind'
  | 'createdAtMs'
  | 'afterId'
  | 'afterName'
  | 'changes'
  | 'routedBy'
  | 'registeredBy'
  | 'message'
>;

/** The field `plan`. Only what a digest says is written once more, when it has ended collecting. */
export function planText(notification: Notification): string {
  const { state: _s, reason: _r, attempts: _a, nextAttemptAtMs: _n, sentAtMs: _t, ...rest } = notification;
  const {
    replay: _p,
    held: _h,
    waitsSinceMs: _c,
    decidedAtMs: _d,
    answer: _w,
    ends: _e,
    digestId: _i,
    groupId: _g,
    ...plan
  } = rest;
  return JSON.stringify(plan satisfies NotificationPlan);
}
