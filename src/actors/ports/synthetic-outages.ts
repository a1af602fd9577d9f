/** What the synthetic outages of a cluster share. */
export interface SyntheticOutages {
  /** Takes or keeps the right to run them, for `leaseMs`; false: another node has it. */
  hold(token: string, leaseMs: number): Promise<boolean>;
  /** Gives it back, so that another node need not wait. */
  release(token: string): Promise<void>;
  /** Removes the incidents of a synthetic service that are over, with their messages: there is one each time. */
  forget(serviceId: string): Promise<void>;
}
