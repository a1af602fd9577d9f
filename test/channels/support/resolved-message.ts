import type { IncidentMessage } from '../../../src/domain/messages.ts';
import { incidentMessage } from './incident-message.ts';

/** The end of the same outage. */
export function resolvedMessage(overrides: Partial<IncidentMessage> = {}): IncidentMessage {
  return incidentMessage({
    notificationId: '1f0d41c7-9b60-8d22-b0a4-11c2d3e4f506',
    kind: 'resolved',
    recoveredAtMs: Date.UTC(2026, 10, 21, 3, 16, 16),
    outageMs: 252_000,
    relapses: 1,
    instances: { Pending: 0, Healthy: 1, Degraded: 0, Down: 0, Recovered: 2 },
    lastMetrics: [],
    ...overrides,
  });
}
