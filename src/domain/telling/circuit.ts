/**
 * Whether messages are tried on a channel at all. `closed`: they are, and `failures` counts how much failed since the
 * last success. `open`: they wait, but for one at a time that finds out whether the channel works again.
 */
export type Circuit = { kind: 'closed'; failures: number } | OpenCircuit;

export interface OpenCircuit {
  kind: 'open';
  sinceMs: number;
  /** How many messages found out that it still fails. */
  probes: number;
  nextProbeAtMs: number;
  /** The message that finds it out now, and until when that is waited for. */
  probe: { notificationId: string; untilMs: number } | null;
  /** How the latest attempt failed. */
  because: string;
}

/** How an attempt of a message ended, as far as it tells something of its channel. */
export type CircuitNews =
  | { kind: 'sent' }
  | {
      kind: 'failed';
      /** It took all the time that an attempt has. */
      isHung: boolean;
      because: string;
      retryAfterMs?: number | undefined;
    };

const minuteMs = 60_000;

/** A circuit opens when this much failed in a row: five attempts, or two that hung. */
const failuresThatOpen = 5;
const failuresOfHang = 3;

/** The first waits are those of a message after its first failures, so that a short failure costs no message more than before. */
const probeWaitsMs = [5_000, 15_000];

/** A probe is a message like any other: it may wait for the slot of one that hangs, and hang itself. */
const probeTakesMs = 45_000;

const works: Circuit = { kind: 'closed', failures: 0 };

function isOpen(circuit: Circuit): circuit is OpenCircuit {
  return circuit.kind === 'open';
}

/** The circuit after an attempt; the same value when it changes nothing. */
function after(circuit: Circuit, notificationId: string, news: CircuitNews, nowMs: number): Circuit {
  if (news.kind === 'sent') return circuit.kind === 'closed' && circuit.failures === 0 ? circuit : works;
  const { because, retryAfterMs = 0 } = news;
  if (circuit.kind === 'open') {
    // Others were under way when it opened: what they find is known.
    if (circuit.probe?.notificationId !== notificationId) return circuit;
    const probes = circuit.probes + 1;
    return {
      ...circuit,
      because,
      probes,
      probe: null,
      nextProbeAtMs: nextProbeAt(probes, retryAfterMs, nowMs),
    };
  }
  // A receiver that says when it wants the next message, and soon, works: it has enough for a moment.
  if (retryAfterMs > 0 && retryAfterMs <= minuteMs) return circuit;
  const failures = circuit.failures + (news.isHung ? failuresOfHang : 1);
  if (failures < failuresThatOpen) return { kind: 'closed', failures };
  const nextProbeAtMs = nextProbeAt(0, retryAfterMs, nowMs);
  return { kind: 'open', sinceMs: nowMs, probes: 0, nextProbeAtMs, probe: null, because };
}

function nextProbeAt(probes: number, retryAfterMs: number, nowMs: number): number {
  return nowMs + Math.max(probeWaitsMs[probes] ?? minuteMs, retryAfterMs);
}

/** Whether a message may find out now whether the channel works again. */
function isProbeDue({ probe, nextProbeAtMs }: OpenCircuit, nowMs: number): boolean {
  return nowMs >= (probe?.untilMs ?? nextProbeAtMs);
}

function withProbe(circuit: OpenCircuit, notificationId: string, nowMs: number): OpenCircuit {
  return { ...circuit, probe: { notificationId, untilMs: nowMs + probeTakesMs } };
}

/** A message that was to find it out was not sent after all: the next one does. */
function withoutProbe(circuit: Circuit, notificationId: string): Circuit {
  const isProbe = circuit.kind === 'open' && circuit.probe?.notificationId === notificationId;
  return isProbe ? { ...circuit, probe: null } : circuit;
}

/** Whether this message waits. */
function holds(circuit: Circuit, notificationId: string): circuit is OpenCircuit {
  return circuit.kind === 'open' && circuit.probe?.notificationId !== notificationId;
}

/**
 * The circuit breaker of a channel: after repeated failure its messages wait, and one of them a minute is tried, so that
 * a receiver that is away costs one attempt a minute and not one for each message.
 */
export const circuit = { works, isOpen, after, isProbeDue, withProbe, withoutProbe, holds } as const;
