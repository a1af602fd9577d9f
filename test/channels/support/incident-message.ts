import type { IncidentMessage } from '../../../src/domain/messages.ts';

/** A Down of `checkout` in production, as it is handed to channels. */
export function incidentMessage(overrides: Partial<IncidentMessage> = {}): IncidentMessage {
  return {
    notificationId: '1f0c3d52-6c1e-8a9b-9d3e-2b7f5a6c4d10',
    incidentId: '1f0a77b1-02d4-8c3e-8f11-90ab12cd34ef',
    kind: 'down',
    serviceId: '1f0b9ad0-4e21-8b77-a1c2-6d5e4f3a2b1c',
    serviceName: 'checkout',
    environment: 'production',
    startedAtMs: Date.UTC(2026, 10, 21, 3, 12, 4),
    detectedAtMs: Date.UTC(2026, 10, 21, 3, 14, 6),
    recoveredAtMs: null,
    outageMs: null,
    relapses: 0,
    instances: { Pending: 0, Healthy: 0, Degraded: 0, Down: 2, Recovered: 0 },
    lastMetrics: [
      {
        instanceKey: 'web-1:8080',
        hostname: 'web-1',
        receivedAtMs: Date.UTC(2026, 10, 21, 3, 12, 4),
        values: {
          timestamp: '2026-11-21T03:12:03.900Z',
          cpu_percent: 97.25,
          memory_mb: 1843.4,
          requests_per_minute: 1280,
          active_connections: 41,
          queue_depth: 7,
        },
      },
    ],
    url: 'https://monitor.example.com/incidents/1f0a77b1-02d4-8c3e-8f11-90ab12cd34ef',
    ...overrides,
  };
}
