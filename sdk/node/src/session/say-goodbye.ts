import type { MonitorApi } from '../api/monitor-api.ts';
import type { StopOutcome } from '../monitor-handle.ts';
import { pause } from './pause.ts';

/** A monitor that is restarting is asked once more. */
const attempts = 2;
const betweenMs = 300;

/** Tells the monitor that this instance stops on purpose. */
export async function sayGoodbye(
  api: MonitorApi,
  instanceId: string,
  signal: AbortSignal,
): Promise<StopOutcome> {
  let problem = 'no time was left';
  for (let attempt = 1; attempt <= attempts && !signal.aborted; attempt += 1) {
    if (attempt > 1) await pause(betweenMs, signal);
    const answer = await api.stop(instanceId, { timeoutMs: 60_000, signal });
    if (answer.kind === 'accepted' || answer.kind === 'unknown-instance') return { kind: 'stopped' };
    problem = answer.problem;
    if (answer.kind !== 'failed') break;
  }
  return { kind: 'unheard', reason: signal.aborted ? 'the monitor did not answer in time' : problem };
}
