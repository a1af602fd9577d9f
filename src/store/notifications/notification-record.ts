import { exactJson } from '../../domain/exact-json.ts';
import type { Notification, NotificationState } from '../../domain/notification.ts';
import type { Comparison } from '../client/commit.ts';

/** The part of a notification that never changes, kept as JSON in the field `plan`. */
type Plan = Pick<
  Notification,
  | 'notificationId'
  | 'incidentId'
  | 'serviceId'
  | 'channelId'
  | 'channelType'
  | 'kind'
  | 'createdAtMs'
  | 'afterId'
  | 'afterName'
  | 'routedBy'
  | 'message'
>;

/** A row is still as it was read: nobody has claimed or settled it since. */
export function rowAsRead(key: string, { state, attempts }: Notification): Comparison[] {
  return [
    { command: ['HGET', key, 'state'], expected: state },
    { command: ['HGET', key, 'attempts'], expected: attempts },
  ];
}

export function toNotification(fields: Record<string, string>): Notification | null {
  if (fields['plan'] === undefined) return null;
  const optionalNumber = (name: string) => (fields[name] ? Number(fields[name]) : null);
  return {
    ...(exactJson.parse(fields['plan']) as Plan),
    state: fields['state'] as NotificationState,
    reason: fields['reason'] || null,
    ...(fields['answer'] ? { answer: fields['answer'] } : {}),
    attempts: Number(fields['attempts'] ?? 0),
    nextAttemptAtMs: optionalNumber('nextAttemptAtMs'),
    sentAtMs: optionalNumber('sentAtMs'),
    ...(fields['replayedAtMs'] ? { replay: toReplay(fields) } : {}),
    ...(fields['heldSinceMs'] ? { held: toHeld(fields) } : {}),
    ...(fields['decidedAtMs'] ? { decidedAtMs: Number(fields['decidedAtMs']) } : {}),
  };
}

function toHeld(fields: Record<string, string>): NonNullable<Notification['held']> {
  return { sinceMs: Number(fields['heldSinceMs']), because: fields['heldBecause'] ?? '' };
}

function toReplay(fields: Record<string, string>): NonNullable<Notification['replay']> {
  return { atMs: Number(fields['replayedAtMs']), attemptsBefore: Number(fields['attemptsBefore'] ?? 0) };
}

export function notificationFields(notification: Notification): (string | number)[] {
  const { state, reason, attempts, nextAttemptAtMs, sentAtMs, ...rest } = notification;
  const { replay: _, held: __, decidedAtMs: ___, answer: ____, ...plan } = rest;
  return [
    ...[
      'plan',
      JSON.stringify(plan satisfies Plan),
      'state',
      state,
      'reason',
      reason ?? '',
      'attempts',
      attempts,
    ],
    ...['nextAttemptAtMs', nextAttemptAtMs ?? '', 'sentAtMs', sentAtMs ?? ''],
  ];
}
