import type { NotificationKind } from '../message-kinds.ts';
import type { Notification } from '../notification.ts';

/** The message of an outage in a channel that can change what it sent: what follows changes it, or stands below it. */
export interface Thread {
  /** What the channel returned for that message. Only the channel knows what it means. */
  reference: string;
  /** When the newest of the messages that it shows was planned. */
  atMs: number;
}

/** How a message is told in such a channel. A change rings nobody; a new message and an answer below do. */
export type ThreadStep =
  | { kind: 'begin' | 'change' | 'change-and-answer' | 'answer' }
  | { kind: 'nothing'; because: string };

/** How a message is sent; nothing else is sent at all. */
export type SentStep = Exclude<ThreadStep, { kind: 'nothing' }>['kind'];

/** A message of which no part has to reach people at once: it says how an outage goes on that they know of. */
const silent: readonly NotificationKind[] = ['recovering', 'acknowledged'];

/** Channels keep ids; nothing that is longer is one. */
export const longestReference = 512;

function isSilent({ kind, message, digestId }: ThreadRow): boolean {
  // Its digest rings.
  if (digestId !== undefined) return true;
  return (
    silent.includes(kind) ||
    ('stage' in message && (message.stage === 'changed' || message.stage === 'acknowledged'))
  );
}

type ThreadRow = Pick<Notification, 'kind' | 'message' | 'digestId' | 'createdAtMs'>;

/**
 * How a message is told; `thread` null: its channel has no message of this outage. A Down is never a change only: it
 * begins, or is answered below what is changed. What came too late changes nothing any more.
 */
export function threadStep(row: ThreadRow, thread: Thread | null): ThreadStep {
  const isQuiet = isSilent(row);
  if (thread === null) {
    // What a group became is told where nothing was told of it; not who works on it.
    const isOfGroup = 'stage' in row.message && row.message.stage !== 'acknowledged';
    if (!isQuiet || isOfGroup) return { kind: 'begin' };
    return { kind: 'nothing', because: 'this channel has no message of this outage that it could change' };
  }
  const isLate = thread.atMs > row.createdAtMs;
  if (!isQuiet) return { kind: isLate ? 'answer' : 'change-and-answer' };
  if (!isLate) return { kind: 'change' };
  return {
    kind: 'nothing',
    because: 'the message of this outage in this channel already shows what came later',
  };
}
