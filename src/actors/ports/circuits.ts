import type { Circuit } from '../../domain/telling/circuit.ts';
import type { CommitOutcome } from './commits.ts';
import type { Claim } from './notifications.ts';
import type { Delivery } from './wake-ups.ts';

/** A channel as it is configured: with another configuration it is another channel for its circuit. */
export interface ConfiguredChannel {
  channelId: string;
  /** A fingerprint. */
  configuration: string;
}

/** A circuit as one read saw it. */
export interface CircuitView extends ConfiguredChannel {
  nowMs: number;
  circuit: Circuit;
  /** As it was read, for the commit; empty: nothing is stored, and it is closed. */
  text: string;
}

/** The circuits of all channels, shared by all workers. */
export interface Circuits {
  read(channel: ConfiguredChannel): Promise<CircuitView>;
  /** All that are stored: those that are closed and count no failure are not, once nothing waits for them. */
  all(): Promise<CircuitView[]>;
  /** Stale: somebody wrote since. Null: forgets it, which closes it. */
  commit(view: CircuitView, after: Circuit | null): Promise<CommitOutcome>;
}

/** A message that waits for the circuit of its channel. */
export interface WaitingMessage extends Delivery {
  /** Since when it could be sent, but for its channel. */
  sinceMs: number;
}

/** The messages that wait for a circuit: they have no wake-up. */
export interface WaitingMessages {
  /**
   * For who holds the claim: the message waits, until `untilMs` at most. `attempt`: how its attempt failed; absent: it was not
   * tried, and the attempt is given back.
   */
  park(
    claim: Claim,
    wait: { because: string; untilMs: number; attempt?: { reason: string; answer?: string | undefined } },
  ): Promise<CommitOutcome>;
  /** The oldest ones of a channel. */
  oldest(channelId: string, atMost: number): Promise<WaitingMessage[]>;
  /** It is due now, and may have a wake-up again; stale: it does not wait any more. */
  release(message: WaitingMessage): Promise<CommitOutcome>;
}
