import type { SystemMetrics } from '../metrics/system-metrics.ts';
import type { RequestCounter } from '../tracking/request-counter.ts';

/** Null for what is switched off. */
export interface Meters {
  system: SystemMetrics | null;
  requests: RequestCounter | null;
}

/** What a heartbeat says beside its id: read anew for each, so a late one carries no old figures. */
export async function heartbeatMetadata(meters: Meters): Promise<Record<string, unknown>> {
  const requests = meters.requests?.read();
  const timestamp = new Date().toISOString();
  return {
    timestamp,
    ...(await systemMetrics(meters)),
    ...(requests && {
      requests_per_minute: requests.requestsPerMinute,
      active_connections: requests.activeConnections,
    }),
  };
}

/** A process that cannot be measured (no file handles left, say) is still alive, and says so. */
async function systemMetrics({ system }: Meters): Promise<Record<string, unknown> | undefined> {
  try {
    return await system?.read();
  } catch {
    return undefined;
  }
}
