import type { BlindGap } from './clear-time.ts';
import type { Incident } from './incident.ts';
import { nextTurn } from './incident-turn.ts';
import type { ServiceRules } from './policy.ts';
import { type OutageMemory, whenForgotten } from './quiet-time.ts';
import type { Reminding } from './reminding/reminder-rules.ts';
import type { RollUp } from './roll-up-status.ts';
import type { ServiceCommit } from './service-view.ts';

/** When the next roll-up is due, and from when on blind gaps are needed. What is overdue is due now. */
export function serviceTimes(
  { nextCheckAtMs, shortSinceMs }: RollUp,
  incident: Incident | null,
  { outages, lastHeardAtMs }: { outages: OutageMemory; lastHeardAtMs: number | null },
  {
    rules,
    gaps,
    reminding,
  }: { rules: ServiceRules; gaps: readonly BlindGap[]; reminding?: Reminding | undefined },
  nowMs: number,
): Pick<ServiceCommit, 'nextCheckAtMs' | 'gapsSinceMs'> {
  const open = incident?.state === 'resolved' ? null : incident;
  const turnAtMs =
    open === null
      ? whenForgotten(outages, gaps)
      : (nextTurn(open, outages, rules, gaps, reminding)?.atMs ?? null);
  return {
    nextCheckAtMs: earliest(nextCheckAtMs, turnAtMs && Math.max(nowMs, turnAtMs)),
    gapsSinceMs: earliest(
      shortSinceMs,
      // A shortage that lasts is an outage. Its silence begins with the last heartbeat of the instances that left.
      shortSinceMs && lastHeardAtMs,
      outages.quietSinceMs,
      open?.silentSinceMs ?? null,
    ),
  };
}

/** Null: none of them is ever. */
export function earliest(...times: (number | null)[]): number | null {
  const known = times.filter((atMs) => atMs !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
