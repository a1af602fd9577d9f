import type { Closable, MonitorHandle } from './monitor-handle.ts';

/** Middleware for Express and everything that calls middleware like it. */
export type MonitorMiddleware = (request: object, response: Closable, next: () => void) => void;

/** Counts requests where `addMonitor` alone cannot see them (HTTP/2); a request that it saw is not counted twice. */
export function expressMonitor(monitor: MonitorHandle): MonitorMiddleware {
  return (request, response, next) => {
    monitor.trackRequest(request, response);
    next();
  };
}
