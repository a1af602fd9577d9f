import type { InstanceCommit } from '../../src/actors/ports/instances.ts';
import type { PortCall } from './gate.ts';

/** Whether an instance was stopped or replaced by this call. */
export function isLeaving({ name, args, result }: PortCall): boolean {
  if (name !== 'checks.commit' || (result as { kind: string }).kind !== 'committed') return false;
  return ['Stopped', 'Replaced'].includes((args[0] as InstanceCommit).after.status);
}
