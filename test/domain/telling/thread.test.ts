import { describe, expect, test } from 'vitest';
import type { NotificationKind } from '../../../src/domain/message-kinds.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import { threadStep } from '../../../src/domain/telling/thread.ts';

const plannedAtMs = 5_000;

function row(kind: NotificationKind, more: Partial<Notification> = {}): Notification {
  return { kind, message: { kind }, createdAtMs: plannedAtMs, ...more } as Notification;
}

const group = (stage: string) =>
  row('group', { message: { kind: 'group', stage } as Notification['message'] });

const shown = { reference: 'C1 17', atMs: 1_000 };
const shownLater = { reference: 'C1 17', atMs: 9_000 };

describe('a message in a channel that can change what it sent', () => {
  test.each([
    ['the first Down begins', row('down'), 'begin', 'change-and-answer', 'answer'],
    ['flapping', row('flapping'), 'begin', 'change-and-answer', 'answer'],
    ['a reminder', row('reminder'), 'begin', 'change-and-answer', 'answer'],
    ['an escalation', row('escalation'), 'begin', 'change-and-answer', 'answer'],
    ['the end', row('resolved'), 'begin', 'change-and-answer', 'answer'],
    ['that it is heard again', row('recovering'), 'nothing', 'change', 'nothing'],
    ['that somebody works on it', row('acknowledged'), 'nothing', 'change', 'nothing'],
    ['a group that begins', group('opened'), 'begin', 'change-and-answer', 'answer'],
    ['a group that grows', group('changed'), 'begin', 'change', 'nothing'],
    ['that somebody works on all of a group', group('acknowledged'), 'nothing', 'change', 'nothing'],
    ['a group that goes on', group('reminder'), 'begin', 'change-and-answer', 'answer'],
    ['the end of a group', group('over'), 'begin', 'change-and-answer', 'answer'],
    ['what a digest tells', row('resolved', { digestId: 'd' }), 'nothing', 'change', 'nothing'],
  ] as const)('%s: without one, with one, with one that shows what came later', (_what, about, ...steps) => {
    const kinds = [null, shown, shownLater].map((thread) => threadStep(about, thread).kind);
    expect(kinds).toEqual(steps);
  });

  test('no Down is told by a change only, whatever stands there: a change rings nobody', () => {
    for (const kind of ['down', 'flapping', 'reminder', 'escalation'] as const) {
      for (const thread of [null, shown, shownLater, { ...shown, atMs: plannedAtMs }])
        expect(['begin', 'change-and-answer', 'answer']).toContain(threadStep(row(kind), thread).kind);
    }
  });
});
