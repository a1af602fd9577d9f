import { exactJson } from '../../domain/exact-json.ts';
import type { Notification, NotificationState } from '../../domain/notification.ts';
import type { RecipientEnd } from '../../domain/recipient-ends.ts';
import type { Comparison } from '../client/commit.ts';
import { type NotificationPlan, planText } from './plan-text.ts';

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
    ...(exactJson.parse(fields['plan']) as NotificationPlan),
    state: fields['state'] as NotificationState,
    reason: fields['reason'] || null,
    ...(fields['answer'] ? { answer: fields['answer'] } : {}),
    ...(fields['ends'] ? { ends: JSON.parse(fields['ends']) as RecipientEnd[] } : {}),
    attempts: Number(fields['attempts'] ?? 0),
    nextAttemptAtMs: optionalNumber('nextAttemptAtMs'),
    sentAtMs: optionalNumber('sentAtMs'),
    ...(fields['replayedAtMs'] ? { replay: toReplay(fields) } : {}),
    ...(fields['heldSinceMs'] ? { held: toHeld(fields) } : {}),
    ...(fields['waitsSinceMs'] ? { waitsSinceMs: Number(fields['waitsSinceMs']) } : {}),
    ...(fields['digestId'] ? { digestId: fields['digestId'] } : {}),
    ...(fields['decidedAtMs'] ? { decidedAtMs: Number(fields['decidedAtMs']) } : {}),
    ...(fields['groupId'] ? { groupId: fields['groupId'] } : {}),
  };
}

function toHeld(fields: Record<string, string>): NonNullable<Notification['held']> {
  return { sinceMs: Number(fields['heldSinceMs']), because: fields['heldBecause'] ?? '' };
}

function toReplay(fields: Record<string, string>): NonNullable<Notification['replay']> {
  return { atMs: Number(fields['replayedAtMs']), attemptsBefore: Number(fields['attemptsBefore'] ?? 0) };
}

export function notificationFields(notification: Notification): (string | number)[] {
  const { state, reason, attempts, nextAttemptAtMs, sentAtMs } = notification;
  return [
    ...['plan', planText(notification), 'state', state, 'reason', reason ?? '', 'attempts', attempts],
    ...['nextAttemptAtMs', nextAttemptAtMs ?? '', 'sentAtMs', sentAtMs ?? ''],
  ];
}
