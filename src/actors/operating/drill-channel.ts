import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import type { Drill, Drills } from '../ports/drills.ts';
import type { TestChannel } from './test-channel.ts';

export type DrillOutcome =
  | { kind: 'sent'; drill: Drill }
  | { kind: 'failed'; outcome: AttemptOutcome & { kind: 'failed' } }
  | { kind: 'unknown-channel' }
  /** The operator does not say where people open this monitor, or wants no links. */
  | { kind: 'no-links' };

export type DrillChannel = (channelId: string) => Promise<DrillOutcome>;

/**
 * Sends a message through a channel that asks whoever reads it to confirm that, with a link. It is kept before it is
 * sent, so that the link works as soon as it arrives.
 */
export function createDrillChannel(parts: {
  /** Null: no such channel. */
  typeOf: (channelId: string) => string | null;
  testChannel: TestChannel;
  drills: Pick<Drills, 'now' | 'begin'>;
  /** Undefined: there are no links. */
  linkOf: (drill: { drillId: string; expiresAtMs: number }) => string | undefined;
  lifetimeMs: number;
  newId: () => string;
}): DrillChannel {
  return async function drillChannel(channelId) {
    const channelType = parts.typeOf(channelId);
    if (channelType === null) return { kind: 'unknown-channel' };
    const drillId = parts.newId();
    const sentAtMs = await parts.drills.now();
    const expiresAtMs = sentAtMs + parts.lifetimeMs;
    const confirmUrl = parts.linkOf({ drillId, expiresAtMs });
    if (confirmUrl === undefined) return { kind: 'no-links' };
    const drill: Drill = {
      ...{ drillId, channelId, channelType, sentAtMs, expiresAtMs, confirmed: null },
    };
    await parts.drills.begin(drill);
    const tested = await parts.testChannel(channelId, confirmUrl);
    if (tested.kind === 'unknown-channel') return tested;
    const { outcome } = tested;
    return outcome.kind === 'failed' ? { kind: 'failed', outcome } : { kind: 'sent', drill };
  };
}
