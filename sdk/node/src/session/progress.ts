import type { RegistrationReply } from '../api/wire.ts';
import type { Config } from '../config/config.ts';
import type { MonitorState, MonitorStatus } from '../monitor-status.ts';
import { type Interval, registeredInterval } from '../pacing/interval.ts';

/** How far the SDK came: the counters behind `status()`. */
export class Progress {
  state: MonitorState = 'starting';
  serviceId: string | null = null;
  instanceId: string | null = null;
  serviceStatus: string | null = null;
  lastHeartbeatAt: Date | null = null;
  interval: Interval;
  registrations = 0;
  heartbeats = 0;
  failures = 0;
  failuresInARow = 0;
  lastProblem: string | null = null;
  /** Whether no heartbeat arrived yet under this instance id. */
  isFresh = true;

  readonly #startedAtMs = performance.now();
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
    this.interval = registeredInterval(config.heartbeatIntervalMs);
  }

  get ageMs(): number {
    return performance.now() - this.#startedAtMs;
  }

  registered({ serviceId, instanceId }: RegistrationReply, intervalMs: number): void {
    this.interval = registeredInterval(intervalMs);
    this.serviceId = serviceId;
    this.instanceId = instanceId;
    this.registrations += 1;
    this.isFresh = true;
  }

  beatArrived(serviceStatus: string | null): void {
    this.state = 'reporting';
    this.isFresh = false;
    this.serviceStatus = serviceStatus;
    this.lastHeartbeatAt = new Date();
    this.heartbeats += 1;
    this.failuresInARow = 0;
    this.lastProblem = null;
  }

  attemptFailed(problem: string, state: MonitorState): void {
    this.state = state;
    this.failures += 1;
    this.failuresInARow += 1;
    this.lastProblem = problem;
  }

  snapshot(): MonitorStatus {
    const { state, serviceId, instanceId, serviceStatus, lastHeartbeatAt, registrations, heartbeats } = this;
    const { failures, failuresInARow, lastProblem } = this;
    return {
      state,
      serviceName: this.#config.serviceName,
      environment: this.#config.environment,
      ...{ serviceId, instanceId, serviceStatus, lastHeartbeatAt },
      heartbeatIntervalMs: this.interval.currentMs,
      ...{ registrations, heartbeats, failures, failuresInARow, lastProblem },
    };
  }
}
