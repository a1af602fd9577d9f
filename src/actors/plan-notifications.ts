import type { IncidentChanged } from '../domain/events.ts';
import type { Ids } from '../domain/ids.ts';
import { type Incident, outageMs } from '../domain/incident.ts';
import type { Notification } from '../domain/notification.ts';
import { type PlannedMessage, planMessages, type Route } from '../domain/plan-messages.ts';
import { rehearsal } from '../domain/rehearsal.ts';
import type { Channel, Evidence, Incidents, Meter, Notifications } from './ports.ts';
import type { DeliveryQueue } from './ports-of-waking.ts';

export type PlanNotifications = (event: IncidentChanged) => Promise<void>;

/**
 * Step 4, from the events of incidents to deliveries. Every channel gets a row: one to send, or one that says why
 * nothing is sent. Ids follow from incident, event and channel, so planning twice plans once.
 */
export function createPlanNotifications(parts: {
  incidents: Incidents;
  notifications: Notifications;
  deliveryQueue: DeliveryQueue;
  channels: ReadonlyMap<string, Channel>;
  routes: readonly Route[] | null;
  ids: Ids;
  publicUrl: string;
  meter: Meter;
}): PlanNotifications {
  const { incidents, channels, ids } = parts;

  return async function planNotifications(event) {
    const incident = await incidents.read(event.incidentId);
    if (incident === null) return;
    const audience = rehearsal.audience(incident, [...channels.keys()]);
    const routes = rehearsal.isIn(incident) ? null : parts.routes;
    const planned = planMessages(event, incident, routes, audience);
    if (planned.length === 0) return;
    const evidence = await incidents.evidence(incident);
    const rows = planned.map((message) => rowOf(event, incident, evidence, message));
    await parts.notifications.plan(rows);
    const due = rows.filter((row) => row.state === 'pending');
    await parts.deliveryQueue.arm(due);
    for (const row of rows)
      if (row.state === 'suppressed') parts.meter.notified(row.channelType, 'suppressed');
  };

  function rowOf(
    event: IncidentChanged,
    incident: Incident,
    evidence: Evidence,
    { channelId, kind, suppressedBecause }: PlannedMessage,
  ): Notification {
    const { incidentId, serviceId, serviceName, environment } = incident;
    const name = kind === 'resolved' || event.relapses === 0 ? kind : `${kind} ${event.relapses}`;
    const notificationId = ids.notificationId(incidentId, name, channelId);
    const firstId = ids.notificationId(incidentId, 'down', channelId);
    return {
      notificationId,
      incidentId,
      serviceId,
      channelId,
      channelType: channels.get(channelId)?.type ?? 'unknown',
      kind,
      state: suppressedBecause === null ? 'pending' : 'suppressed',
      reason: suppressedBecause,
      attempts: 0,
      createdAtMs: evidence.nowMs,
      afterId: firstId === notificationId ? null : firstId,
      nextAttemptAtMs: suppressedBecause === null ? evidence.nowMs : null,
      sentAtMs: null,
      message: {
        notificationId,
        incidentId,
        kind,
        serviceId,
        serviceName,
        environment,
        startedAtMs: incident.startedAtMs,
        detectedAtMs: incident.detectedAtMs,
        recoveredAtMs: incident.recoveredAtMs,
        outageMs: outageMs(incident),
        relapses: event.relapses,
        ...resolverOf(incident),
        instances: evidence.service.counts,
        lastMetrics: evidence.lastMetrics,
        url: `${parts.publicUrl}/#/incidents/${incidentId}`,
      },
    };
  }
}

/** Who resolved the incident, if it was not its service. */
function resolverOf({ timeline }: Incident): { resolvedBy?: string } {
  const entry = timeline.findLast((one) => 'action' in one && one.action === 'resolved');
  return entry !== undefined && 'by' in entry ? { resolvedBy: entry.by } : {};
}
