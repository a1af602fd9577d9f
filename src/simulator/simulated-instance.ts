import type { VitalSigns } from './vital-signs.ts';

/** What an instance says of itself when it registers, without the moment. */
export interface InstanceFacts {
  serviceName: string;
  environment: string;
  version: string;
  hostname: string;
  port: number;
  url: string;
  processId: number;
  commitHash: string;
  heartbeatIntervalSeconds: number;
}

/** One running copy of a service, as the simulator plays it. */
export interface SimulatedInstance {
  readonly facts: InstanceFacts;
  readonly vitals: VitalSigns;
  /** The UUID of the latest registration; null: not registered. */
  instanceId: string | null;
  serviceId: string | null;
  /** A killed instance is silent until it is revived. */
  alive: boolean;
  /** A request of this instance is on its way; there is never a second one. */
  busy: boolean;
  /** Failed attempts of the present heartbeat. */
  failedAttempts: number;
  /** When the monitor last answered a heartbeat with 200, by the clock of the simulator. */
  acceptedAtMs: number | null;
}

/** A service of the simulation with its instances. */
export interface SimulatedService {
  readonly serviceName: string;
  readonly instances: readonly SimulatedInstance[];
}
