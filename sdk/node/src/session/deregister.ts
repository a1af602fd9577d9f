import { performance } from 'node:perf_hooks';
import type { MonitorApi } from '../api/monitor-api.ts';
import type { StopOutcome } from '../monitor-handle.ts';
import { deregistration } from '../pacing/deregistration.ts';
import { pause } from './pause.ts';

export interface Deadline {
  /** In the time of `performance.now()`. */
  atMs: number;
  /** Aborted then. */
  signal: AbortSignal;
}

/** Tells the monitor that this instance stops on purpose, again and again while there is time. */
export async function deregister(
  api: MonitorApi,
  instanceId: string,
  { atMs, signal }: Deadline,
): Promise<StopOutcome> {
  // Timers may be a millisecond early.
  const leftMs = () => atMs - performance.now() - 1;
  let problem = 'no time was left';
  for (let failures = 1; leftMs() > 0; failures += 1) {
    const answer = await api.stop(instanceId, { timeoutMs: deregistration.attemptMs(leftMs()), signal });
    const step = deregistration.stepAfter(answer.kind);
    if (step === 'done' || answer.kind === 'accepted') return { kind: 'stopped' };
    problem = answer.problem;
    if (step === 'give-up') break;
    if (step === 'new-key') {
      if (api.renewKey()) continue;
      break;
    }
    const retryAfterMs = answer.kind === 'failed' ? answer.retryAfterMs : null;
    const pauseMs = deregistration.waitMs({
      failures,
      leftMs: leftMs(),
      retryAfterMs,
      random: Math.random(),
    });
    if (pauseMs === null) break;
    await pause(pauseMs, signal);
  }
  return { kind: 'unheard', reason: leftMs() > 0 ? problem : 'the monitor did not answer in time' };
}
