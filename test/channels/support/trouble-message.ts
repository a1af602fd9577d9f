import type { TroubleMessage } from '../../../src/domain/messages.ts';

const nightMs = Date.parse('2026-11-21T03:12:04.000Z');

/** One of five instances is Down. */
export function troubleMessage(change: Partial<TroubleMessage> = {}): TroubleMessage {
  return {
    notificationId: 'd0000000-0000-8000-8000-000000000009',
    incidentId: 'a0000000-0000-8000-8000-000000000001',
    serviceId: 'a0000000-0000-8000-8000-000000000001',
    ...{ serviceName: 'checkout', environment: 'production', kind: 'instance-down', isOver: false },
    atMs: nightMs,
    instances: { Pending: 0, Healthy: 4, Degraded: 0, Down: 1, Recovered: 0 },
    late: [{ instanceKey: 'web-7:8080', hostname: 'web-7', status: 'Down', lastBeatAtMs: nightMs - 120_000 }],
    url: 'https://monitor.example.com/#/services/a0000000-0000-8000-8000-000000000001',
    ...change,
  };
}
