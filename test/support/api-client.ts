import { eventually } from './eventually.ts';
import { testKey } from './start-monitor.ts';
import { untilServed } from './until-served.ts';

export interface ServiceReply {
  serviceId: string;
  serviceName: string;
  status: string;
  since: string;
  openIncidentId: string | null;
  instances: Record<string, number>;
}

export interface InstanceReply {
  lastHeartbeatAt: string | null;
  instanceId: string;
  instanceKey: string;
  status: string;
}

export interface IncidentReply {
  incidentId: string;
  serviceName: string;
  state: string;
  startedAt: string;
  detectedAt: string;
  recoveredAt: string | null;
  resolvedAt: string | null;
  relapses: number;
  quietUntil: string | null;
  acknowledged: { by: string } | null;
  timeline: { at: string; from: string; to: string }[];
}

export interface NotificationReply {
  notificationId: string;
  channelId: string;
  kind: string;
  state: string;
  attempts: number;
  reason: string | null;
}

/** A monitor's HTTP interface as a test asks it. */
export function apiClient(url: string, apiKey = testKey) {
  const callOnce = (method: string, path: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  /** What changes something is sent again while it is 503. */
  const call: typeof callOnce = (method, path, body) => {
    const ask = () => callOnce(method, path, body);
    return method === 'GET' ? ask() : untilServed(ask);
  };
  const items = async <T>(path: string): Promise<T[]> => {
    // 503 asks for another try; on a busy machine it comes now and then.
    const reply = await eventually(`GET ${path} is answered`, async () => {
      const found = await call('GET', path);
      return found.status !== 503 && found;
    });
    return ((await reply.json()) as { items: T[] }).items;
  };
  return {
    call,
    /** Where 503 may be the right answer. */
    callOnce,
    services: () => items<ServiceReply>('/api/services?limit=200'),
    instances: (serviceId: string) => items<InstanceReply>(`/api/services/${serviceId}/instances?limit=200`),
    incidents: () => items<IncidentReply>('/api/incidents?limit=200'),
    notifications: (incidentId: string) =>
      items<NotificationReply>(`/api/notifications?incidentId=${incidentId}&limit=200`),
    async service(name: string): Promise<ServiceReply | undefined> {
      return (await this.services()).find((service) => service.serviceName === name);
    },
  };
}
