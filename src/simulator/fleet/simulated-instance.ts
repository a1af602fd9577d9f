import type { PretendedInstance } from './pretended-instance.ts';

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
  readonly life: PretendedInstance;
}

/** A service of the simulation with its instances. */
export interface SimulatedService {
  readonly serviceName: string;
  readonly instances: readonly SimulatedInstance[];
}
