/** What keys have used up of what they may. */
export interface Quotas {
  /** Living instances that were registered with this key. */
  livingInstances(keyId: string): Promise<number>;
  /** The same counted one by one, and kept: the count that commits carry along is corrected by it. */
  recount(keyId: string): Promise<number>;
  /** Counts a new service of this key, if it had fewer than `most` others within the minute that began with the first. */
  takeService(
    keyId: string,
    serviceId: string,
    most: number,
  ): Promise<{ kind: 'taken' } | { kind: 'over'; waitMs: number }>;
}
