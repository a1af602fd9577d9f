import type { MonitorApi } from '../api/monitor-api.ts';
import type { Config } from '../config/config.ts';
import type { HealthCheck } from './health-check.ts';
import type { Meters } from './heartbeat-metadata.ts';
import type { Identity } from './identity.ts';
import type { Narrator } from './narrator.ts';
import type { Progress } from './progress.ts';

/** What a session works with. */
export interface SessionParts {
  config: Config;
  api: MonitorApi;
  identity: Identity;
  meters: Meters;
  health: HealthCheck;
  progress: Progress;
  narrator: Narrator;
}
