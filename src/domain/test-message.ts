import type { IncidentMessage } from './messages.ts';

/** A message that says of itself that it is a test: what a channel sends when somebody asks whether it works. */
export function testMessage(
  notificationId: string,
  atMs: number,
  publicUrl: string,
  /** Of a drill: where whoever reads the message confirms that. */
  confirmUrl?: string,
): IncidentMessage {
  return {
    notificationId,
    // No incident: a receiver that groups by it gets a group of its own for each test.
    incidentId: notificationId,
    kind: 'test',
    serviceId: notificationId,
    serviceName: 'Service Monitor',
    environment: 'test',
    startedAtMs: atMs,
    detectedAtMs: atMs,
    recoveredAtMs: null,
    outageMs: null,
    relapses: 0,
    instances: { Pending: 0, Healthy: 0, Degraded: 0, Down: 0, Recovered: 0 },
    lastMetrics: [],
    // Not every kind of channel shows a second link.
    ...(confirmUrl === undefined
      ? { url: `${publicUrl}/` }
      : { url: confirmUrl, acknowledgeUrl: confirmUrl }),
  };
}
