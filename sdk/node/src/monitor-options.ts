import type { Health } from './health.ts';
import type { Logger } from './log/logger.ts';

/** How long the SDK waits, in milliseconds. */
export interface MonitorTimeouts {
  /** For one answer of the monitor. 10 000. */
  requestMs?: number | undefined;
  /** For the application to listen on a port, before it registers without one. 5 000. */
  listenMs?: number | undefined;
  /** For the first registration, before the SDK says that it is late. 30 000. */
  registrationMs?: number | undefined;
  /** For one answer of the `health` callback. 5 000. */
  healthMs?: number | undefined;
  /** For the graceful stop. 3 000. */
  stopMs?: number | undefined;
}

/** Where an instance runs. */
export interface MonitorLocation {
  host?: string | undefined;
  node?: string | undefined;
  zone?: string | undefined;
  region?: string | undefined;
  cluster?: string | undefined;
  deployment?: string | undefined;
}

/** Every option may stay away. An option wins over its environment variable, and that over the default. */
export interface MonitorOptions {
  /** False: the SDK does nothing. */
  enabled?: boolean | undefined;
  /** Address of the monitor, such as `https://monitor.example.com`. */
  baseUrl?: string | undefined;
  /** Sent as `X-API-Key`. Never logged. Read again after the monitor refused it: a function may then give another. */
  apiKey?: string | (() => string) | undefined;
  serviceName?: string | undefined;
  environment?: string | undefined;
  /** Version of your service. */
  version?: string | undefined;
  /** Key of this instance; `hostname:port` when it stays away, `hostname:pid` without a port. */
  instanceId?: string | undefined;
  hostname?: string | undefined;
  port?: number | undefined;
  /** Where this instance can be reached. */
  url?: string | undefined;
  heartbeatIntervalMs?: number | undefined;
  /** Send cpu, memory, disk and threads. */
  enableMetrics?: boolean | undefined;
  /** Count HTTP requests. */
  enableRequestTracking?: boolean | undefined;
  /** Asked before each heartbeat, which carries its answer. What it throws makes the instance unhealthy. */
  health?: (() => Health | Promise<Health>) | undefined;
  /** Sent with the registration, beside what the SDK says itself. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Of your service, such as `{ team: 'shop' }`: routes and filters of the monitor use them. Sent in the metadata, as `labels`. */
  labels?: Readonly<Record<string, string>> | undefined;
  /**
   * Where this instance runs. The SDK finds out what it can; what you say wins, and an empty text sends nothing. False:
   * nothing is sent.
   */
  location?: MonitorLocation | false | undefined;
  /** Ask the metadata address of the cloud (AWS, Google Cloud, Azure) where this instance runs, for at most a second. */
  askCloudMetadata?: boolean | undefined;
  timeouts?: MonitorTimeouts | undefined;
  logger?: Logger | undefined;
  /** Throw a `MonitorConfigError` for a wrong configuration, where the SDK would log it and stay idle. */
  strict?: boolean | undefined;
  /**
   * Stop on SIGTERM and SIGINT (`true`) or on the signals named, then let the signal do its work; and when the process
   * has nothing more to do.
   */
  handleSignals?: boolean | readonly NodeJS.Signals[] | undefined;
}
