import type { Incident, Unanswered } from '../incident.ts';
import type { EscalationStep } from './reminder-rules.ts';

/** Nothing has followed yet if nothing is written. */
function of({ unanswered, detectedAtMs }: Incident): Unanswered {
  return (
    unanswered ?? { toldAtMs: detectedAtMs, reminders: 0, messages: 0, escalatedAfterMs: 0, escalatedTo: [] }
  );
}

/** An outage was told: the waits begin anew with it. */
function toldAnew(incident: Incident, nowMs: number): Incident {
  const { heldUntilMs: _, ...before } = of(incident);
  return { ...incident, unanswered: { ...before, toldAtMs: nowMs, reminders: 0 } };
}

/** The message of an outage is held back: nobody was told of it, so nothing follows. */
function heldBack(incident: Incident, untilMs: number): Incident {
  return { ...incident, unanswered: { ...of(incident), heldUntilMs: untilMs } };
}

/** The message that was held back is told: all that follows counts from then. */
function toldLate(incident: Incident, atMs: number): Incident {
  const told = toldAnew(incident, atMs);
  return { ...told, unanswered: { ...of(told), countsFromMs: atMs } };
}

function reminded(incident: Incident, nowMs: number): Incident {
  const before = of(incident);
  const { messages, reminders } = before;
  const unanswered = { ...before, toldAtMs: nowMs, reminders: reminders + 1, messages: messages + 1 };
  return said({ ...incident, unanswered }, `reminder ${messages + 1}`);
}

function escalated(incident: Incident, { afterMs, channels }: EscalationStep): Incident {
  const before = of(incident);
  const messages = before.messages + 1;
  const unanswered = {
    ...{ ...before, messages },
    escalatedAfterMs: Math.max(before.escalatedAfterMs, afterMs),
    escalatedTo: [...new Set([...before.escalatedTo, ...channels])],
  };
  return said({ ...incident, unanswered }, `escalation ${messages}`);
}

/** What comes next is sent after this message. */
function said(incident: Incident, name: string): Incident {
  return { ...incident, told: { ...incident.told, reminder: name, recovery: null } };
}

/** The steps of an incident that nobody acknowledges. */
export const unanswered = { of, toldAnew, heldBack, toldLate, reminded, escalated } as const;
