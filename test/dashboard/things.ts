import type { Incident, Instance, Notification, Service } from '../../src/dashboard/monitor/wire-types.ts';

/** Some milliseconds of a night in November; all times of the tests count from here. */
export const nightMs = Date.parse('2026-11-21T03:12:04.000Z');

/** A time on the wire, so many seconds into the night. */
export function at(seconds: number): string {
  return new Date(nightMs + seconds * 1000).toISOString();
}

export function aService(change: Partial<Service> = {}): Service {
  return {
    serviceId: 'a0000000-0000-8000-8000-000000000001',
    serviceName: 'checkout',
    environment: 'production',
    status: 'Healthy',
    since: at(0),
    lastHeartbeatAt: at(0),
    instances: { total: 1, pending: 0, healthy: 1, degraded: 0, down: 0, recovered: 0 },
    health: null,
    openIncidentId: null,
    maintenance: null,
    labels: {},
    ...change,
  };
}

const nowhere: Instance['location'] = {
  ...{ host: null, node: null, zone: null, region: null, cluster: null, deployment: null, network: null },
};

export function anInstance(change: Partial<Instance> = {}): Instance {
  return {
    instanceId: 'b0000000-0000-8000-8000-000000000001',
    instanceKey: 'host-1:80',
    serviceId: aService().serviceId,
    status: 'Healthy',
    since: at(0),
    lastHeartbeatAt: at(0),
    registeredAt: at(-60),
    hostname: 'host-1',
    port: 80,
    url: null,
    version: null,
    processId: null,
    expectedIntervalSeconds: 30,
    health: null,
    healthSince: null,
    healthReasons: null,
    location: nowhere,
    metadata: null,
    lastHeartbeat: null,
    ...change,
  };
}

export function anIncident(change: Partial<Incident> = {}): Incident {
  return {
    incidentId: 'c0000000-0000-8000-8000-000000000001',
    serviceId: aService().serviceId,
    serviceName: 'checkout',
    environment: 'production',
    state: 'open',
    startedAt: at(0),
    detectedAt: at(120),
    recoveredAt: null,
    resolvedAt: null,
    relapses: 0,
    outages: 1,
    silentSeconds: 130,
    flapping: false,
    outageGroup: null,
    quietUntil: null,
    acknowledged: null,
    timeline: [
      { at: at(36), from: 'Healthy', to: 'Degraded' },
      { at: at(120), from: 'Degraded', to: 'Down' },
    ],
    ...change,
  };
}

export function aNotification(change: Partial<Notification> = {}): Notification {
  return {
    notificationId: 'd0000000-0000-8000-8000-000000000001',
    incidentId: anIncident().incidentId,
    serviceId: aService().serviceId,
    channelId: 'ops-mail',
    channelType: 'email',
    kind: 'down',
    state: 'sent',
    reason: null,
    outageGroupId: null,
    routedBy: null,
    answer: null,
    recipients: null,
    digestId: null,
    heldBack: null,
    attempts: 1,
    createdAt: at(120),
    nextAttemptAt: null,
    sentAt: at(121),
    ...change,
  };
}
