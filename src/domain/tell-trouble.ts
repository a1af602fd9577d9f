import { aliveCount, type ServiceState } from './roll-up-status.ts';

/** What is less than an outage: the service is Degraded, or some of its instances are Down beside living ones. */
export const troubleKinds = ['degraded', 'instance-down'] as const;

export type TroubleKind = (typeof troubleKinds)[number];

/** The last message about one kind of trouble of a service. */
export interface ToldTrouble {
  /** How many instances were Down by it, and never fewer since; Degraded: 1. Nought: it was the end. */
  count: number;
  atMs: number;
  /** Whether the service was Down since: then the end of its incident says how it is. */
  wasDown?: boolean;
  /** Since when no instance is Down by it any more, while the message of that waits for its time; absent: some are. */
  overSinceMs?: number;
}

/** What was told of each kind; a kind of which nothing was told is absent. */
export type ToldTroubles = Readonly<Partial<Record<TroubleKind, ToldTrouble>>>;

export type TroubleTelling =
  | { kind: 'tell'; count: number }
  /** Nothing is due before this time. */
  | { kind: 'wait'; untilMs: number }
  /** Nobody is told, and less is kept in mind: when it grows again, that is new. */
  | { kind: 'lower'; count: number }
  | { kind: 'nothing' };

/** The minimum time between two messages of one kind about one service. */
const onceInMs = 60_000;

/**
 * The message about one kind of trouble that is due now. While the service is Down or has just recovered, its incident
 * tells how it is.
 */
export function tellTrouble(
  trouble: TroubleKind,
  told: ToldTrouble | undefined,
  state: ServiceState,
  graceMs: number,
  nowMs: number,
): TroubleTelling {
  if (state.status === 'Down') return { kind: 'nothing' };
  const before = told?.count ?? 0;
  const count = trouble === 'degraded' ? countDegraded(state, before) : countDown(state);
  if (count === before) return { kind: 'nothing' };
  if (count > 0 && count < before) return { kind: 'lower', count };
  const ripeMs = trouble === 'degraded' && count > 0 ? state.sinceMs + graceMs : nowMs;
  const untilMs = Math.max(ripeMs, told === undefined ? nowMs : told.atMs + onceInMs);
  return nowMs < untilMs ? { kind: 'wait', untilMs } : { kind: 'tell', count };
}

/** Recovered is neither: what was told stays. */
function countDegraded({ status }: ServiceState, before: number): number {
  if (status === 'Recovered') return before;
  return status === 'Degraded' ? 1 : 0;
}

/** Whether no instance is Down beside living ones any more, though some were told to be. */
export function isOverUntold(told: ToldTrouble, state: ServiceState): boolean {
  return state.status !== 'Down' && told.count > 0 && countDown(state) === 0;
}

/** Down instances matter here as long as others live. */
function countDown({ counts }: ServiceState): number {
  return aliveCount(counts) > 0 ? counts.Down : 0;
}
