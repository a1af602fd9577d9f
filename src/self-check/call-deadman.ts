import type { Log } from '../actors/ports/observability.ts';
import type { SyntheticOutages, Vitals } from '../actors/ports/self-check.ts';
import { channelTrouble } from '../domain/channel-trouble.ts';
import type { RunSyntheticOutage } from './run-synthetic-outage.ts';

/**
 * One round of the dead-man's-switch. It is called when a synthetic outage completed end to end in every partition and
 * at least one channel works. One node of the cluster does this; another takes over when it stops.
 */
export function createCallDeadman(parts: {
  syntheticOutages: Pick<SyntheticOutages, 'hold'>;
  runSyntheticOutage: RunSyntheticOutage;
  /** A synthetic service for each partition. */
  serviceNames: readonly string[];
  /** Those of people, as they are now. */
  channelIds: () => readonly string[];
  vitals: Vitals;
  /** Null: it was called; else why that failed. */
  call: () => Promise<string | null>;
  token: string;
  everyMs: number;
  wait: (ms: number) => Promise<void>;
  now: () => number;
  onOutcome: (outcome: 'called' | 'failed' | 'withheld') => void;
  log: Log;
}): () => Promise<void> {
  const { everyMs, log } = parts;
  const hold = () => parts.syntheticOutages.hold(parts.token, 2 * everyMs);

  /** Null: all is well. */
  async function whyNot(): Promise<string | null> {
    const outcomes = await Promise.all(parts.serviceNames.map(parts.runSyntheticOutage));
    const failed = outcomes.find((outcome) => outcome.kind === 'stuck');
    if (failed !== undefined) return `a synthetic outage did not complete: expected ${failed.waitedFor}`;
    const { channels } = await parts.vitals.read();
    const failing = channels.filter((channel) => channelTrouble(channel, false) !== null);
    const channelIds = parts.channelIds();
    const works = channelIds.filter((id) => !failing.some((channel) => channel.channelId === id));
    return channelIds.length > 0 && works.length === 0 ? 'no channel works' : null;
  }

  async function call(): Promise<void> {
    const failure = await parts.call();
    parts.onOutcome(failure === null ? 'called' : 'failed');
    if (failure !== null) log.warn({ reason: failure }, 'could not call the dead-man’s-switch');
  }

  return async function callDeadman() {
    if (!(await hold())) return parts.wait(everyMs / 4);
    const beganAtMs = parts.now();
    const reason = await whyNot();
    // A node that was paused meanwhile has lost its lease and must not make the call.
    if (!(await hold())) return;
    if (reason === null) await call();
    else {
      parts.onOutcome('withheld');
      log.warn({ reason }, 'not calling the dead-man’s-switch');
    }
    await parts.wait(Math.max(0, everyMs - (parts.now() - beganAtMs)));
  };
}
