import { performance } from 'node:perf_hooks';
import type { Config } from '../../config/config.ts';
import type { Env } from '../../config/env.ts';
import { pause } from '../../session/pause.ts';
import type { AgentOptions } from './agent-line.ts';
import { Beating } from './beating.ts';
import { lookAt } from './look-at.ts';
import { Verdict } from './verdict.ts';

/**
 * Watches one thing and beats for it while it is well, until it is told to stop:
 * 1. look; a change is said, once;
 * 2. well: the heartbeats go on; failing: they fall silent;
 * 3. wait, and go to 1.
 */
export async function runAgent(
  options: AgentOptions,
  config: Config,
  env: Env,
  ending: AbortSignal,
): Promise<void> {
  const { target, everyMs, timeoutMs, failures, startPeriodMs, stopWindowMs } = options;
  const name = config.serviceName;
  const beating = new Beating(config, env);
  const verdict = new Verdict(failures);
  const startedAtMs = performance.now();

  while (!ending.aborted) {
    const { isWell, saw } = await lookAt(target, timeoutMs, ending);
    // A look that was cut off says nothing.
    if (ending.aborted) break;
    const change = verdict.after(isWell, performance.now());
    if (change === 'became-well') say(`${name} is well: ${saw}; heartbeats are sent`);
    if (change === 'became-failing') say(`${name} fails: ${saw}; no heartbeats until it is well again`);
    if (verdict.isWell === true) beating.goOn();
    if (verdict.isWell === false) await beating.fallSilent();
    const isLate = performance.now() - startedAtMs >= startPeriodMs;
    if (verdict.isWell !== true && isLate) await beating.makeKnown(ending);
    await pause(everyMs, ending);
  }

  const notWellForMs = verdict.notWellForMs(performance.now());
  const isMeant = notWellForMs !== null && notWellForMs <= stopWindowMs;
  const outcome = await beating.end(isMeant);
  if (outcome?.kind === 'stopped') say(`told to stop: deregistered ${name}`);
  else if (outcome !== null && 'reason' in outcome)
    say(`told to stop, but could not deregister: ${outcome.reason}`);
  else if (!isMeant) say(`told to stop: not deregistered, for ${name} ${sinceWhen(notWellForMs)}`);
}

function sinceWhen(notWellForMs: number | null): string {
  return notWellForMs === null
    ? 'was never well'
    : `has not been well for ${Math.round(notWellForMs / 1000)} s`;
}

function say(text: string): void {
  process.stderr.write(`service-monitor: ${text}\n`);
}
