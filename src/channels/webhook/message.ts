import type { GroupMessage } from '../../domain/failure-domains/group-message.ts';
import type {
  DigestMessage,
  HealthMessage,
  ImpairmentMessage,
  IncidentMessage,
  Message,
  TroubleMessage,
} from '../../domain/messages.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';

/** A message as a CloudEvent in its structured JSON form; the same text each time, so a retry is a true repetition. */
export function webhookBody(message: Message, source: string): string {
  const { about, atMs, data } = contentOf(message);
  return JSON.stringify({
    specversion: '1.0',
    id: message.notificationId,
    source,
    type: `service-monitor.${about}`,
    subject: message.incidentId,
    time: formatTime(atMs),
    datacontenttype: 'application/json',
    data,
  });
}

function contentOf(message: Message): { about: string; atMs: number; data: object } {
  if ('reasons' in message) {
    return {
      about: `monitor.${message.kind}`,
      atMs: message.endedAtMs ?? message.sinceMs,
      data: impairmentOf(message),
    };
  }
  if (message.kind === 'digest')
    return { about: 'digest', atMs: message.endedAtMs ?? message.sinceMs, data: digestOf(message) };
  if (message.kind === 'health')
    return { about: 'service.health', atMs: message.atMs, data: healthOf(message) };
  if ('groupId' in message)
    return { about: `group.${message.stage}`, atMs: message.atMs, data: groupOf(message) };
  if ('isOver' in message)
    return { about: `service.${message.kind}`, atMs: message.atMs, data: troubleOf(message) };
  const about = message.kind === 'test' ? 'test' : `incident.${message.kind}`;
  return { about, atMs: message.recoveredAtMs ?? message.detectedAtMs, data: dataOf(message) };
}

function impairmentOf({ incidentId, kind, sinceMs, endedAtMs, reasons, url }: ImpairmentMessage) {
  return {
    impairmentId: incidentId,
    kind,
    since: formatTime(sinceMs),
    endedAt: formatTime(endedAtMs),
    reasons: reasons.map(({ cause, detail }) => ({ cause, detail })),
    url,
  };
}

function digestOf({
  incidentId,
  kind,
  sinceMs,
  endedAtMs,
  messages,
  incidents,
  others,
  ...message
}: DigestMessage) {
  return {
    digestId: incidentId,
    kind,
    since: formatTime(sinceMs),
    endedAt: formatTime(endedAtMs),
    messages,
    incidents,
    ...(others === undefined ? {} : { others }),
    named: message.lines.map(({ incidentId, serviceName, environment, kinds, news, atMs, url }) => ({
      ...{
        incidentId,
        kinds,
        isOver: news?.at(-1)?.isOver ?? false,
        at: formatTime(atMs),
        service: { serviceName, environment },
        url,
      },
    })),
    more: message.more,
    url: message.url,
  };
}

function healthOf({ kind, serviceId, serviceName, environment, from, to, ...message }: HealthMessage) {
  const { healths, unwell, url } = message;
  return {
    kind,
    from,
    to,
    service: { serviceId, serviceName, environment },
    instances: healths,
    unwell: unwell.map(({ instanceKey, hostname, health, reasons }) => ({
      instanceKey,
      hostname,
      health,
      reasons,
    })),
    url,
  };
}

function troubleOf({ kind, isOver, serviceId, serviceName, environment, ...message }: TroubleMessage) {
  const { instances, late, url, labels } = message;
  return {
    kind,
    over: isOver,
    service: { serviceId, serviceName, environment, ...(labels === undefined ? {} : { labels }) },
    instances: countsOf(instances),
    late: late.map(({ instanceKey, hostname, status, lastBeatAtMs }) => ({
      ...{ instanceKey, hostname, status },
      lastHeartbeatAt: formatTime(lastBeatAtMs),
    })),
    url,
  };
}

function groupOf({ groupId, kind, stage, cause, versionOf, services, ...message }: GroupMessage) {
  return {
    ...{ groupId, kind, stage },
    cause:
      cause.kind === 'everything' ? { ...cause, values: [] } : { kind: cause.kind, values: cause.values },
    ...(versionOf === null ? {} : { versionOf }),
    instances: { silent: message.silent, total: message.members },
    startedAt: formatTime(message.firstSilentAtMs),
    lastSilentAt: formatTime(message.lastSilentAtMs),
    endedAt: formatTime(message.endedAtMs),
    services: services.map(({ incidentId, serviceId, serviceName, environment, ...now }) => ({
      ...{ incidentId, serviceId, serviceName, environment },
      ...{ back: now.isBack && now.isClosed !== true, toldAlone: now.isToldAlone },
      ...(now.isClosed === true ? { resolvedByHand: true } : {}),
    })),
    weakened: message.weakened,
    notExplained: message.notExplained.map(({ serviceName, environment }) => ({ serviceName, environment })),
    url: message.url,
    ...(message.acknowledgeUrl === undefined ? {} : { acknowledgeUrl: message.acknowledgeUrl }),
  };
}

function dataOf(message: IncidentMessage) {
  return {
    incidentId: message.incidentId,
    kind: message.kind,
    service: {
      serviceId: message.serviceId,
      serviceName: message.serviceName,
      environment: message.environment,
      ...(message.labels === undefined ? {} : { labels: message.labels }),
    },
    startedAt: formatTime(message.startedAtMs),
    detectedAt: formatTime(message.detectedAtMs),
    recoveredAt: formatTime(message.recoveredAtMs),
    outageSeconds: message.outageMs === null ? null : message.outageMs / 1000,
    relapses: message.relapses,
    outages: message.relapses + 1,
    ...courseOf(message),
    ...(message.resolvedBy === undefined ? {} : { resolvedBy: message.resolvedBy }),
    ...(message.resolvedNote === undefined ? {} : { note: message.resolvedNote }),
    instances: countsOf(message.instances),
    ...(message.severity === undefined ? {} : { severity: message.severity }),
    ...(message.minInstances === undefined ? {} : { minInstances: message.minInstances }),
    lastMetrics: message.lastMetrics.map(({ instanceKey, hostname, receivedAtMs, values }) => ({
      instanceKey,
      hostname,
      receivedAt: formatTime(receivedAtMs),
      values,
    })),
    url: message.url,
    ...(message.acknowledgeUrl === undefined ? {} : { acknowledgeUrl: message.acknowledgeUrl }),
  };
}

/** What only some messages tell. */
function courseOf({
  silentSinceMs,
  registration,
  silentMs,
  quietUntilMs,
  flaps,
  hour,
  unacknowledgedMs,
  down,
  heldBack,
}: IncidentMessage) {
  return {
    ...(down === undefined ? {} : { down }),
    ...(heldBack === undefined
      ? {}
      : { heldBack: { until: formatTime(heldBack.untilMs), because: heldBack.because } }),
    ...(unacknowledgedMs === undefined ? {} : { unacknowledgedSeconds: unacknowledgedMs / 1000 }),
    ...(silentSinceMs == null ? {} : { silentSince: formatTime(silentSinceMs) }),
    ...(registration === undefined
      ? {}
      : {
          registeredAt: formatTime(registration.atMs),
          lastHeartbeatAt: formatTime(registration.lastBeatAtMs),
        }),
    ...(silentMs === undefined ? {} : { silentSeconds: silentMs / 1000 }),
    ...(quietUntilMs == null ? {} : { quietUntil: formatTime(quietUntilMs) }),
    ...(flaps === undefined ? {} : { flapping: flaps }),
    ...(hour === undefined
      ? {}
      : {
          hour: { from: formatTime(hour.fromMs), outages: hour.downs, silentSeconds: hour.silentMs / 1000 },
        }),
  };
}

function countsOf(counts: StatusCounts) {
  return {
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    pending: counts.Pending,
    healthy: counts.Healthy,
    degraded: counts.Degraded,
    down: counts.Down,
    recovered: counts.Recovered,
  };
}

function formatTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
