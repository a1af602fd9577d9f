import { type InstanceState, type InstanceStep, lingerMs } from './judge-instance.ts';
import { findReplacement, type Newcomer, type Silent } from './replacement.ts';

/** Whether the other instances of the service count: before Down, and while Down. `step`: what is due without them. */
function dependsOnSiblings({ status }: InstanceState, step: InstanceStep | null): boolean {
  return step === null ? status === 'Down' : step.to === 'Down';
}

/** Replaced instead of Down, or after Down; `absorbed` is the newcomer that took the place. Null: none did. */
function replaced(
  silent: Silent,
  step: InstanceStep | null,
  newcomers: readonly Newcomer[],
  nowMs: number,
): { step: InstanceStep; absorbed: Newcomer } | null {
  const absorbed = findReplacement(silent, newcomers);
  return absorbed && { step: { to: 'Replaced', atMs: step?.atMs ?? nowMs }, absorbed };
}

/** Whether a Down instance was Down for so long that it leaves the lists, if another instance of its service lives. */
function isLongDown({ sinceMs }: InstanceState, nowMs: number): boolean {
  return nowMs >= sinceMs + lingerMs;
}

/** Expired after Down; the last instance of a service stays Down. */
function expired({ sinceMs }: InstanceState, hasAliveSibling: boolean): InstanceStep | null {
  return hasAliveSibling ? { to: 'Expired', atMs: sinceMs + lingerMs } : null;
}

/** The two statuses that an instance has because of the other instances of its service. */
export const replacedOrExpired = { dependsOnSiblings, replaced, isLongDown, expired } as const;
