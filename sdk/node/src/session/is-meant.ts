import { constants } from 'node:os';

/** What a process says of itself that a supervisor ended: 128 and the number of SIGINT or SIGTERM. */
const signalled: readonly number[] = [128 + constants.signals.SIGINT, 128 + constants.signals.SIGTERM];

export interface Ending {
  /** Null: not known. */
  exitCode: number | null;
  hasCrashed: boolean;
}

/** Whether a process that ends so was stopped on purpose. A deregistration after a fault would hide it. */
export function isMeant({ exitCode, hasCrashed }: Ending): boolean {
  return !hasCrashed && (exitCode === null || exitCode === 0 || signalled.includes(exitCode));
}
