import type { MonitorHandle } from './monitor-handle.ts';

/** A handle that does nothing: the application need not ask whether the SDK is on. */
export function idleHandle(reason: string): MonitorHandle {
  return {
    registered: Promise.resolve({ kind: 'idle', reason }),
    instanceId: null,
    status: () => ({
      state: 'idle',
      serviceName: null,
      environment: null,
      serviceId: null,
      instanceId: null,
      serviceStatus: null,
      lastHeartbeatAt: null,
      heartbeatIntervalMs: null,
      registrations: 0,
      heartbeats: 0,
      failures: 0,
      failuresInARow: 0,
      lastProblem: reason,
    }),
    stop: async () => ({ kind: 'not-registered' }),
    trackRequest: () => undefined,
    useServer: () => undefined,
  };
}
