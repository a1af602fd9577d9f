/** Where the SDK stands. */
export type MonitorState =
  /** Switched off, or wrongly configured: it does nothing. */
  | 'idle'
  /** Waiting for the application to listen, or for its first registration. */
  | 'starting'
  /** Heartbeats arrive. */
  | 'reporting'
  /** The monitor cannot be reached, or cannot answer; the SDK tries again. */
  | 'failing'
  /** The monitor refused the key or the request; the SDK tries again. */
  | 'refused'
  | 'stopped';

/** A snapshot for your own health page. */
export interface MonitorStatus {
  state: MonitorState;
  serviceName: string | null;
  environment: string | null;
  serviceId: string | null;
  instanceId: string | null;
  /** What the monitor calls the service: Healthy, Degraded, Down or Recovered. */
  serviceStatus: string | null;
  lastHeartbeatAt: Date | null;
  /** In use now; the monitor may ask for another than the configured one. */
  heartbeatIntervalMs: number | null;
  registrations: number;
  heartbeats: number;
  /** Attempts that failed, since the start. */
  failures: number;
  /** Attempts that failed, since the last heartbeat that arrived. */
  failuresInARow: number;
  lastProblem: string | null;
}
