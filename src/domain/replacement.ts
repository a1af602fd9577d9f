import type { InstanceStatus } from './status.ts';

/** A sibling that registered for the first time and has not yet taken anybody's place. */
export interface Newcomer {
  instanceId: string;
  registeredAtMs: number;
  status: InstanceStatus;
}

/**
 * The newcomer that takes the place of an instance silent since `silentSinceMs`: it registered afterwards and is
 * heard. The earliest comes first, so that the others stay free for the next silent one. So a rolling deploy of
 * killed containers pages nobody.
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
