import type { CommitOutcome } from '../../../src/actors/ports/commits.ts';
import type { Claim, ClaimOutcome, Notifications } from '../../../src/actors/ports/notifications.ts';
import type { Delivery, Overdue } from '../../../src/actors/ports/wake-ups.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import { recipientEnds } from '../../../src/domain/recipient-ends.ts';
import { inScoreOrder, type Memory } from './memory-state.ts';

const isFinal = ({ state }: Notification) => ['sent', 'dead', 'suppressed'].includes(state);
/** Or somebody has it already, and waits for nothing. */
const isTold = (row: Notification) => isFinal(row) || recipientEnds.isReached(row.ends);
const memberOf = ({ channelId, notificationId }: Notification) => `${channelId}/${notificationId}`;

/** How long a message waits for the one before it, or for that to be planned. */
function waitForMs(first: Notification | undefined, nowMs: number): number {
  if (first === undefined) return 1_000;
  const waitMs = Math.max(250, (first.nextAttemptAtMs ?? nowMs) - nowMs);
  return first.state === 'sending' ? Math.min(1_000, waitMs) : waitMs;
}

/** Delivery rows, and what is overdue, in memory. */
export function createMemoryNotifications(memory: Memory): {
  notifications: Notifications;
  overdue: Overdue;
} {
  function settle(claim: Claim, outcome: Partial<Notification>, dueAtMs: number | null): CommitOutcome {
    const { state } = memory;
    const row = state.notifications.get(claim.notification.notificationId);
    if (row?.token !== claim.token) return { kind: 'stale' };
    Object.assign(row, { token: '', nextAttemptAtMs: dueAtMs, ...outcome });
    if (dueAtMs === null) state.deliveries.delete(memberOf(row));
    else state.deliveries.set(memberOf(row), dueAtMs);
    return { kind: 'committed' };
  }

  function claim(notificationId: string, token: string, leaseMs: number): ClaimOutcome {
    const { state } = memory;
    const nowMs = memory.nowMs();
    const row = state.notifications.get(notificationId);
    if (row === undefined || isFinal(row)) return { kind: 'settled' };
    const first = state.notifications.get(row.afterId ?? '');
    const isComing = row.afterId !== null && first === undefined && nowMs < row.createdAtMs + 10_000;
    if (isComing || (first !== undefined && !isTold(first))) {
      const delayMs = waitForMs(first, nowMs);
      state.deliveries.set(memberOf(row), nowMs + delayMs);
      return { kind: 'waiting', attempts: row.attempts, delayMs };
    }
    const dueInMs = (row.nextAttemptAtMs ?? nowMs) - nowMs;
    if (dueInMs > 0) return { kind: 'waiting', attempts: row.attempts, delayMs: dueInMs };
    const { token: _, ...seen } = structuredClone(row);
    const attempts = row.attempts + 1;
    Object.assign(row, { state: 'sending', token, attempts, nextAttemptAtMs: nowMs + leaseMs });
    state.deliveries.set(memberOf(row), nowMs + leaseMs);
    return { kind: 'claimed', claim: { notification: { ...seen, attempts }, token, nowMs } };
  }

  function take(timer: Map<string, number>, overdueMs: number, atMost = 500): string[] {
    const nowMs = memory.nowMs();
    const due = inScoreOrder(timer, Number.NEGATIVE_INFINITY, nowMs - overdueMs).slice(0, atMost);
    for (const [id] of due) timer.set(id, nowMs);
    return due.map(([id]) => id);
  }

  return {
    notifications: {
      plan: async (rows) => {
        for (const row of rows) {
          if (memory.state.notifications.has(row.notificationId)) continue;
          memory.state.notifications.set(row.notificationId, { ...structuredClone(row), token: '' });
          if (row.nextAttemptAtMs !== null) memory.state.deliveries.set(memberOf(row), row.nextAttemptAtMs);
        }
      },
      claim: async (notificationId, token, leaseMs) => claim(notificationId, token, leaseMs),
      decided: async ({ notification, token, nowMs }) => {
        const row = memory.state.notifications.get(notification.notificationId);
        if (row?.token !== token) return { kind: 'stale' };
        row.decidedAtMs = nowMs;
        return { kind: 'committed' };
      },
      ended: async ({ notification, token }, ends) => {
        const row = memory.state.notifications.get(notification.notificationId);
        if (row?.token !== token) return { kind: 'stale' };
        row.ends = ends;
        return { kind: 'committed' };
      },
      hold: async (one, untilMs, because) => {
        const { attempts, held } = one.notification;
        const sinceMs = held?.sinceMs ?? one.nowMs;
        const reason = `held: ${because}`;
        return settle(
          one,
          { state: 'pending', reason, attempts: attempts - 1, held: { sinceMs, because } },
          untilMs,
        );
      },
      suppress: async (one, reason) => settle(one, { state: 'suppressed', reason }, null),
      fold: async (one, digestId, reason) => settle(one, { state: 'suppressed', reason, digestId }, null),
      sent: async (one, note) => settle(one, { state: 'sent', reason: note, sentAtMs: memory.nowMs() }, null),
      retry: async (one, delayMs, reason) =>
        settle(one, { state: 'pending', reason }, memory.nowMs() + delayMs),
      dead: async (one, reason) => {
        memory.nowMs();
        return settle(one, { state: 'dead', reason }, null);
      },
      abandon: async ({ notificationId }, reason) => {
        const nowMs = memory.nowMs();
        const row = memory.state.notifications.get(notificationId);
        if (row === undefined || isFinal(row) || (row.nextAttemptAtMs ?? 0) > nowMs) return { kind: 'stale' };
        Object.assign(row, { token: '', state: 'dead', reason, nextAttemptAtMs: null });
        memory.state.deliveries.delete(memberOf(row));
        return { kind: 'committed' };
      },
    },
    overdue: {
      services: async (overdueMs) => take(memory.state.serviceTimer, overdueMs),
      deliveries: async (overdueMs) =>
        take(memory.state.deliveries, overdueMs, 200).flatMap((member): Delivery[] => {
          const [channelId = '', notificationId = ''] = member.split('/');
          const row = memory.state.notifications.get(notificationId);
          if (row === undefined || isFinal(row)) {
            memory.state.deliveries.delete(member);
            return [];
          }
          const isDue = (row.nextAttemptAtMs ?? 0) <= memory.nowMs() - overdueMs;
          return isDue ? [{ channelId, notificationId, attempts: row.attempts }] : [];
        }),
      untouched: async (deliveries) =>
        deliveries.filter(({ notificationId, attempts }) => {
          const row = memory.state.notifications.get(notificationId);
          return row !== undefined && !isFinal(row) && row.attempts === attempts;
        }),
      repaired: async () => void memory.nowMs(),
    },
  };
}
