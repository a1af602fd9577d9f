import type { Attribute } from './late-instance.ts';

/**
 * How many living instances that are not late were heard after a moment. Who is neither late nor was heard is not
 * counted: its next heartbeat was not due. The caller has fetched all numbers before.
 */
export interface HeardMembers {
  in(attribute: Attribute, afterMs: number): number;
  inService(serviceId: string, afterMs: number): number;
  inFleet(afterMs: number): number;
  /** All zones of the fleet. */
  zones: readonly string[];
}
