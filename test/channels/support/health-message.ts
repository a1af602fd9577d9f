import type { HealthMessage } from '../../../src/domain/messages.ts';

/** A message about a service that says it is unhealthy. */
export function healthMessage(change: Partial<HealthMessage> = {}): HealthMessage {
  const serviceId = 'a0000000-0000-8000-8000-000000000001';
  return {
    notificationId: 'd0000000-0000-8000-8000-000000000004',
    incidentId: serviceId,
    kind: 'health',
    serviceId,
    serviceName: 'checkout',
    environment: 'production',
    from: 'healthy',
    to: 'unhealthy',
    atMs: Date.parse('2026-11-21T03:12:04.000Z'),
    healths: { unhealthy: 1, degraded: 0, healthy: 4 },
    unwell: [
      { instanceKey: 'web-7:8080', hostname: 'web-7', health: 'unhealthy', reasons: 'database: timed out' },
    ],
    url: `https://monitor.example.com/#/services/${serviceId}`,
    ...change,
  };
}
