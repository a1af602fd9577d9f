import type { InTurn } from '../concurrency/one-after-another.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';

/** The messages of this node to one channel are decided one after another; so often may other nodes be faster. */
const attempts = 100;

/** Decides about a message of a channel when those before it are decided: `round` runs until its commit succeeds. */
export function inChannelTurn<T>(
  inTurn: InTurn,
  channelId: string,
  round: () => Promise<T | 'again'>,
): Promise<T> {
  const tooMany = contention('too many messages to this channel are decided at once');
  return inTurn(channelId, () => untilCommitted<T>(attempts, round, tooMany));
}
