import type { BlindGap } from '../../src/domain/clear-time.ts';
import {
  afterStep,
  type InstanceState,
  type InstanceStep,
  judgeInstance,
} from '../../src/domain/judge-instance.ts';
import type { InstanceStatus } from '../../src/domain/status.ts';
import type { Timing } from '../../src/domain/timing.ts';

/** An instance whose status and last sign of life both began at 0, by a heartbeat. */
export function instanceThatIs(status: InstanceStatus, more: Partial<InstanceState> = {}): InstanceState {
  return { status, sinceMs: 0, silentSinceMs: 0, hasBeaten: true, judgedSilenceMs: 0, ...more };
}

/** The steps that an actor commits one by one until nothing is left to do at `nowMs`. */
export function judgeUntil(
  start: InstanceState,
  timing: Timing,
  gaps: readonly BlindGap[],
  nowMs: number,
): { state: InstanceState; steps: InstanceStep[] } {
  const steps: InstanceStep[] = [];
  let state = start;
  for (
    let step = judgeInstance(state, timing, gaps, nowMs);
    step;
    step = judgeInstance(state, timing, gaps, nowMs)
  ) {
    if (steps.length === 20)
      throw new Error(`the judge never comes to rest: ${JSON.stringify({ state, steps })}`);
    steps.push(step);
    state = afterStep(state, step);
  }
  return { state, steps };
}
