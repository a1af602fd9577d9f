/** What the monitor did wrong, by what the simulator knows to be true. */
export type Mistake =
  /** Every instance was silent, and the monitor did not say Down in time. */
  | { kind: 'missed-down'; serviceName: string; silentForMs: number }
  /** At least one instance was beating, and the monitor said Down or opened an incident. */
  | { kind: 'false-down'; serviceName: string; sign: 'status' | 'incident' }
  /** Every instance was silent, and the monitor took Down back. */
  | { kind: 'false-recovery'; serviceName: string; status: string }
  /** The service was Down, and no incident came. */
  | { kind: 'missing-incident'; serviceName: string }
  /** Every instance beat again, and the service was not Healthy or its incident not resolved in time. */
  | { kind: 'missed-recovery'; serviceName: string; status: string; incidentState: string | null };

/** Something that the run learned from the monitor. */
export type Finding =
  | { kind: 'down-seen'; serviceName: string; afterMs: number }
  | { kind: 'back-seen'; serviceName: string; afterMs: number; status: string }
  | { kind: 'settled'; serviceName: string; afterMs: number }
  | { kind: 'mistake'; mistake: Mistake };
