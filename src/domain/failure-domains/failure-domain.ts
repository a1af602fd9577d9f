import type { Attribute, LateInstance } from './late-instance.ts';

/** An attribute value whose members fell silent together. */
export interface FailureDomain {
  attribute: Attribute;
  silent: readonly LateInstance[];
  /** The silent, and those that were heard since. */
  members: number;
}
