import type { Incident } from '../../domain/incident.ts';
import type { Notification } from '../../domain/notification.ts';
import { unanswered } from '../../domain/reminding/unanswered.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { TellingMarks } from '../ports/telling.ts';

/** Notes in an incident what becomes of the message of its outage: reminders and escalation count from that. */
export interface MarkTelling {
  /** It is held back, and looked at again at this time. */
  held(row: Notification, untilMs: number): Promise<void>;
  /** It is told now, after it was held back, or was told then by the message of a group. */
  told(row: Notification, atMs: number): Promise<void>;
}

const attempts = 100;

/** The mark of one that is looked at again outlasts a late look; of one that nobody looks at any more it ends by itself. */
const slackMs = 120_000;
const leastSlackMs = 5_000;

/**
 * The mark is set after the message was held, and taken away before it is sent: a worker that dies between the two leaves
 * a message that is decided once more.
 */
export function createMarkTelling(marks: TellingMarks): MarkTelling {
  async function change(
    row: Notification,
    wakes: boolean,
    changed: (incident: Incident) => Incident | null,
  ): Promise<void> {
    if (row.kind !== 'down' && row.kind !== 'flapping') return;
    const { incidentId } = row;
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const view = await marks.read(incidentId);
        const after = view === null || view.incident.state === 'resolved' ? null : changed(view.incident);
        if (view === null || after === null) return 'done';
        return (await marks.commit(view, after, wakes)).kind === 'stale' ? 'again' : 'done';
      },
      contention(`incident ${incidentId} changes faster than it can be marked`),
    );
  }

  return {
    held: (row, untilMs) =>
      change(row, false, (incident) => {
        const { heldUntilMs = 0 } = unanswered.of(incident);
        return heldUntilMs >= untilMs + leastSlackMs
          ? null
          : unanswered.heldBack(incident, untilMs + slackMs);
      }),

    async told(row, atMs) {
      if (row.held === undefined) return;
      await change(row, true, (incident) =>
        unanswered.of(incident).heldUntilMs === undefined
          ? null
          : unanswered.toldLate(incident, Math.max(atMs, incident.detectedAtMs)),
      );
    },
  };
}
