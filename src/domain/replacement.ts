import type { InstanceStatus } from './status.ts';

/** Another instance of the service that registered for the first time and has not yet replaced an instance. */
export interface Newcomer {
  instanceId: string;
  registeredAtMs: number;
  status: InstanceStatus;
  /** Known of those that registered before the silence began; of the others it does not matter. */
  version: string | null;
}

/** What decides which newcomers can replace an instance that fell silent. */
export interface Silent {
  /** The last heartbeat, or the registration if no heartbeat came since. */
  silentSinceMs: number;
  hasBeaten: boolean;
  /** When the silence was longer than interval and grace. */
  lateAtMs: number;
  registeredAtMs: number;
  /** Null: unknown, and so is whether a newcomer has another. */
  version: string | null;
}

/** When a newcomer must have registered: after this moment, or, if it has another version, after an earlier one. */
export interface NewcomerWindow {
  afterMs: number;
  otherVersionAfterMs: number;
}

/** In a deployment the new version is started before the old one is killed: at most so long. */
export const startedAheadMs = 10 * 60 * 1000;

/**
 * Who never sent a heartbeat may have started together with its siblings: they do not replace it, only one that
 * registered when it was already late. And nobody is replaced by an instance that is older than itself.
 */
export function newcomerWindow(silent: Silent): NewcomerWindow {
  const { silentSinceMs, registeredAtMs } = silent;
  if (!silent.hasBeaten) return { afterMs: silent.lateAtMs, otherVersionAfterMs: silent.lateAtMs };
  if (silent.version === null) return { afterMs: silentSinceMs, otherVersionAfterMs: silentSinceMs };
  const aheadMs = Math.max(registeredAtMs, silentSinceMs - startedAheadMs - 1);
  return { afterMs: silentSinceMs, otherVersionAfterMs: Math.min(silentSinceMs, aheadMs) };
}

/**
 * The new instance that replaces a silent one. It registered in the window of that one, and sends heartbeats. The
 * earliest is taken first; the others can replace further silent instances. So a rolling deployment that kills its
 * containers causes no Down.
 */
export function findReplacement(silent: Silent, newcomers: readonly Newcomer[]): Newcomer | null {
  const { afterMs, otherVersionAfterMs } = newcomerWindow(silent);
  const isInTime = ({ registeredAtMs, version }: Newcomer) =>
    registeredAtMs > afterMs ||
    (registeredAtMs > otherVersionAfterMs && version !== null && version !== silent.version);
  return newcomers
    .filter((sibling) => isInTime(sibling) && isHeard(sibling.status))
    .reduce<Newcomer | null>(
      (first, sibling) => (first === null || sibling.registeredAtMs < first.registeredAtMs ? sibling : first),
      null,
    );
}

function isHeard(status: InstanceStatus): boolean {
  return status === 'Healthy' || status === 'Recovered';
}
