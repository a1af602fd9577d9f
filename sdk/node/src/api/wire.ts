import type { HealthStatus } from '../health.ts';

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

/** `HeartbeatRequest` of the contract, with what the application says of its health. */
export interface HeartbeatBody {
  instanceId: string;
  health?: HealthStatus;
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
