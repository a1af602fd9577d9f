import type { GroupMessage } from '../../domain/failure-domains/group-message.ts';
import type { IncidentMessageKind, MessageKind } from '../../domain/message-kinds.ts';
import type {
  DigestMessage,
  HealthMessage,
  ImpairmentMessage,
  IncidentMessage,
  Message,
  TroubleMessage,
} from '../../domain/messages.ts';
import { isAnswerable } from '../../domain/reminding/acknowledge-link.ts';
import { testMessage } from '../../domain/test-message.ts';

const startedAtMs = Date.UTC(2026, 10, 21, 3, 12, 4);
const minuteMs = 60_000;

const ids = {
  notificationId: '1f0c3d52-6c1e-8a9b-9d3e-2b7f5a6c4d10',
  incidentId: '1f0a77b1-02d4-8c3e-8f11-90ab12cd34ef',
  serviceId: '1f0b9ad0-4e21-8b77-a1c2-6d5e4f3a2b1c',
};
const service = { serviceName: 'checkout', environment: 'production' };
const labels = { team: 'shop', severity: 'critical' };
const down = { Pending: 0, Healthy: 0, Degraded: 0, Down: 2, Recovered: 0 };
const up = { Pending: 0, Healthy: 1, Degraded: 0, Down: 0, Recovered: 1 };

/** One message of each kind, about a service that does not exist, to try the words of a channel on. */
export function exampleMessages(publicUrl = 'https://monitor.example.com'): Message[] {
  const page = `${publicUrl}/#/incidents/${ids.incidentId}`;
  const incident = (kind: IncidentMessageKind, change: Partial<IncidentMessage> = {}): IncidentMessage => ({
    ...{ ...ids, ...service, labels, kind, startedAtMs, severity: 'critical', url: page },
    ...{ detectedAtMs: startedAtMs + 2 * minuteMs, recoveredAtMs: null, outageMs: null, relapses: 0 },
    instances: down,
    down: [
      { instanceKey: 'web-1:8080', host: 'h7' },
      { instanceKey: 'web-2:8080', host: 'h8' },
    ],
    lastMetrics: [
      {
        ...{ instanceKey: 'web-1:8080', hostname: 'web-1', receivedAtMs: startedAtMs },
        values: { cpu_percent: 97.3, memory_mb: 1843.4, requests_per_minute: 1280 },
      },
    ],
    ...(isAnswerable(kind) ? { acknowledgeUrl: `${publicUrl}/acknowledge/example` } : {}),
    ...change,
  });
  const over = { recoveredAtMs: startedAtMs + 4 * minuteMs, outageMs: 4 * minuteMs, instances: up, down: [] };
  const trouble = (kind: TroubleMessage['kind']): TroubleMessage => ({
    ...{ ...ids, ...service, labels, kind, isOver: false, atMs: startedAtMs },
    incidentId: ids.serviceId,
    instances: { ...up, Down: kind === 'degraded' ? 0 : 1, Degraded: kind === 'degraded' ? 1 : 0 },
    late: [
      {
        ...{ instanceKey: 'web-1:8080', hostname: 'h7', lastBeatAtMs: startedAtMs - minuteMs },
        status: kind === 'degraded' ? 'Degraded' : 'Down',
      },
    ],
    url: `${publicUrl}/#/services/${ids.serviceId}`,
  });
  return [
    incident('down'),
    incident('recovering', { ...over, quietUntilMs: startedAtMs + 9 * minuteMs }),
    incident('flapping', { relapses: 5 }),
    incident('reminder', { unacknowledgedMs: 30 * minuteMs }),
    incident('escalation', { unacknowledgedMs: 15 * minuteMs, stepMs: 15 * minuteMs }),
    incident('acknowledged', { acknowledgedBy: 'ada' }),
    incident('resolved', { ...over, relapses: 1, silentMs: 3 * minuteMs }),
    healthExample(publicUrl),
    trouble('degraded'),
    trouble('instance-down'),
    groupExample(publicUrl, 'group'),
    groupExample(publicUrl, 'group-over'),
    digestExample(publicUrl),
    impairmentExample(publicUrl, 'impaired'),
    impairmentExample(publicUrl, 'well'),
    testMessage(ids.notificationId, startedAtMs, publicUrl),
  ];
}

/** The kinds that there is an example of. */
export const exampleKinds: readonly MessageKind[] = exampleMessages().map(({ kind }) => kind);

function healthExample(publicUrl: string): HealthMessage {
  return {
    ...{ ...ids, ...service, kind: 'health', from: 'healthy', to: 'unhealthy', atMs: startedAtMs },
    incidentId: ids.serviceId,
    healths: { unhealthy: 1, degraded: 0, healthy: 4 },
    unwell: [
      { instanceKey: 'web-7:8080', hostname: 'web-7', health: 'unhealthy', reasons: 'database: timed out' },
    ],
    url: `${publicUrl}/#/services/${ids.serviceId}`,
  };
}

function groupExample(publicUrl: string, kind: GroupMessage['kind']): GroupMessage {
  const isOver = kind === 'group-over';
  const member = (serviceName: string) => ({
    ...{ serviceName, environment: 'production', serviceId: ids.serviceId, incidentId: ids.incidentId },
    ...{ isBack: isOver, isToldAlone: false },
  });
  return {
    ...{ ...ids, groupId: ids.incidentId, kind, stage: isOver ? 'over' : 'opened' },
    cause: { kind: 'host', values: ['h7'], serviceId: null },
    ...{ versionOf: null, silent: isOver ? 0 : 12, members: 12, weakened: 3 },
    ...{ firstSilentAtMs: startedAtMs, lastSilentAtMs: startedAtMs + 27_000 },
    endedAtMs: isOver ? startedAtMs + 20 * minuteMs : null,
    atMs: startedAtMs + 2 * minuteMs,
    services: [member('checkout'), member('cart')],
    notExplained: [],
    url: `${publicUrl}/#/incidents`,
  };
}

function digestExample(publicUrl: string): DigestMessage {
  const line = (serviceName: string) => ({
    ...{ serviceName, environment: 'production', incidentId: ids.incidentId, kinds: ['down' as const] },
    ...{ atMs: startedAtMs, url: `${publicUrl}/#/incidents/${ids.incidentId}` },
  });
  return {
    ...{ ...ids, kind: 'digest', sinceMs: startedAtMs, endedAtMs: startedAtMs + minuteMs },
    ...{ messages: 2, incidents: 2, lines: [line('checkout'), line('cart')], more: [] },
    url: `${publicUrl}/#/incidents`,
  };
}

function impairmentExample(publicUrl: string, kind: ImpairmentMessage['kind']): ImpairmentMessage {
  return {
    ...{ ...ids, kind, sinceMs: startedAtMs },
    endedAtMs: kind === 'well' ? startedAtMs + 7 * minuteMs : null,
    reasons: [{ cause: 'blind', detail: 'no heartbeat could be received for 75 s of the last 5 min' }],
    url: `${publicUrl}/`,
  };
}
