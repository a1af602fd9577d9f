import type { InstanceStatus } from './status.ts';

/** Another instance of the service that registered for the first time and has not yet replaced an instance. */
export interface Newcomer {
  instanceId: string;
  registeredAtMs: number;
  status: InstanceStatus;
}

/**
 * The new instance that replaces an instance silent since `silentSinceMs`: it registered afterwards and sends heartbeats.
 * The earliest is taken first; the others can replace further silent instances. So a rolling deployment that kills its
 * containers causes no Down.
 */
export function findReplacement(silentSinceMs: number, newcomers: readonly Newcomer[]): Newcomer | null {
  return newcomers
    .filter((sibling) => sibling.registeredAtMs > silentSinceMs && isHeard(sibling.status))
    .reduce<Newcomer | null>(
      (first, sibling) => (first === null || sibling.registeredAtMs < first.registeredAtMs ? sibling : first),
      null,
    );
}

function isHeard(status: InstanceStatus): boolean {
  return status === 'Healthy' || status === 'Recovered';
}
