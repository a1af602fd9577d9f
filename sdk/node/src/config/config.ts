import type { Location } from '../location/location.ts';

/** The options, resolved and checked. Times in milliseconds. */
export interface Config {
  baseUrl: URL;
  /** That stands between, by the variables that all programs share. */
  proxy: URL | null;
  apiKey: string;
  /** Reads it again where it came from; null: it cannot be read. */
  readApiKey: () => string | null;
  serviceName: string;
  environment: string;
  version: string | null;
  instanceId: string | null;
  hostname: string;
  port: number | null;
  /** Reported when nothing listens in time. */
  likelyPort: number | null;
  url: string | null;
  heartbeatIntervalMs: number;
  enableMetrics: boolean;
  enableRequestTracking: boolean;
  /** Null: the application says nothing of its health. */
  health: (() => unknown) | null;
  metadata: Readonly<Record<string, unknown>>;
  labels: Readonly<Record<string, string>>;
  /** What is said of where it runs, before what is found; null: nothing is sent. */
  location: Location | null;
  /** Whether the cloud's metadata address may be asked. */
  askCloudMetadata: boolean;
  timeouts: Timeouts;
  signals: readonly NodeJS.Signals[];
}

export interface Timeouts {
  requestMs: number;
  listenMs: number;
  registrationMs: number;
  healthMs: number;
  stopMs: number;
}
