/** `ServiceRegistrationRequest` of the contract, with the interval that this SDK beats at. */
export interface RegistrationBody {
  serviceName: string;
  environment: string;
  version?: string;
  instanceId: string;
  hostname: string;
  port?: number;
  url?: string;
  processId: number;
  heartbeatIntervalSeconds: number;
  metadata: Readonly<Record<string, unknown>>;
}

/** `HeartbeatRequest` of the contract. */
export interface HeartbeatBody {
  instanceId: string;
  metadata: Readonly<Record<string, unknown>>;
}

export interface RegistrationReply {
  serviceId: string;
  instanceId: string;
}

export interface HeartbeatReply {
  serviceStatus: string | null;
  nextHeartbeatSeconds: number | null;
}
