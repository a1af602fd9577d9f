import type { OpenCircuit } from '../../domain/telling/circuit.ts';
import type { ConfiguredChannel } from './circuits.ts';

/** How a person showed that messages of a channel arrive: with the link of a message, or of a drill. */
export interface ChannelProof {
  atMs: number;
  by: string;
  how: 'acknowledgement' | 'drill';
}

/** How one channel does. Null: that never happened, as far as it is kept. */
export interface ChannelHealth {
  channelId: string;
  lastSentAtMs: number | null;
  /** How late the last message was that was sent. */
  lastDelayMs: number | null;
  /** `answer`: what the provider said; null: nothing. */
  lastError: { atMs: number; reason: string; answer: string | null } | null;
  /** Its template failed for the latest message that it had words for, which has the usual ones. Absent: it did not, or there is none. */
  templateError?: { atMs: number; reason: string };
  testedAtMs: number | null;
  /** The last test, which failed. Null: it went out, or there was none. */
  testError: { atMs: number; reason: string } | null;
  proof: ChannelProof | null;
  /** The messages that wait for its circuit; `sinceMs`: since when the oldest could be sent. */
  waiting: { count: number; sinceMs: number | null };
  /** Those that were tried and failed, and are tried again by their own times; `nextAtMs`: the first of them. */
  retried: { count: number; nextAtMs: number | null };
  /** Null: it is closed. */
  openCircuit: OpenCircuit | null;
}

/** Reads only, so that it works while Redis takes no writes. */
export interface ChannelHealths {
  /** In this order. */
  read(channels: readonly ConfiguredChannel[]): Promise<ChannelHealth[]>;
}
