import type { IncidentChanged } from '../domain/events.ts';
import type { Ids } from '../domain/ids.ts';
import type { Incident } from '../domain/incident.ts';
import { newsOf } from '../domain/incident-news.ts';
import { messageFacts } from '../domain/message-facts.ts';
import type { Notification } from '../domain/notification.ts';
import { messageKind, type PlannedMessage, planMessages } from '../domain/plan-messages.ts';
import type { RulesOf, ServiceName } from '../domain/policy.ts';
import { unanswered } from '../domain/reminding/unanswered.ts';
import type { Routing } from '../domain/routing.ts';
import { severityOf } from '../domain/severity.ts';
import { plainLines } from './plain-lines.ts';
import { channelsFor, planRows } from './plan-rows.ts';
import type { Evidence, Incidents } from './ports/incidents.ts';
import type { Channel, Notifications } from './ports/notifications.ts';
import type { Log, Meter } from './ports/observability.ts';
import type { Delivery, WakeUps } from './ports/wake-ups.ts';

export type PlanNotifications = (event: IncidentChanged) => Promise<void>;

/**
 * Step 4, from the events of incidents to deliveries. Every channel gets a row: one to send, or one that says why
 * nothing is sent. Ids are computed from incident, event and channel, so planning twice gives the same rows.
 */
export function createPlanNotifications(parts: {
  incidents: Incidents;
  notifications: Notifications;
  deliveryQueue: WakeUps<Delivery>;
  channels: ReadonlyMap<string, Channel>;
  /** As they are now. */
  routes: (service: ServiceName) => Routing | null;
  rulesOf: RulesOf;
  ids: Ids;
  publicUrl: string;
  meter: Meter;
  log: Log;
}): PlanNotifications {
  const { incidents, channels, ids } = parts;

  return async function planNotifications(event) {
    const incident = await incidents.read(event.incidentId);
    if (incident === null) return;
    const rules = parts.rulesOf(incident);
    const service = { ...incident, severity: severityOf(rules, incident.labels) };
    const told = channelsFor(incident, channels);
    const atMs = event.kind === 'opened' ? incident.detectedAtMs : event.atMs;
    const { escalatedTo } = unanswered.of(incident);
    const planned = planMessages(event, service, parts.routes(incident), told, atMs, escalatedTo);
    if (event.kind === 'opened') noteNobody(incident, planned);
    // What is never a message before another needs no note.
    const { name, isTold } = newsOf(event);
    const whole =
      messageKind(event) !== null && isTold ? { incidentId: incident.incidentId, name } : undefined;
    if (planned.length === 0) return whole && planRows(parts, [], whole);
    const silentSinceMs = newsOf(event).silentSinceMs ?? incident.startedAtMs;
    const evidence = await incidents.evidence(incident, silentSinceMs);
    const rows = planned.map((message) => rowOf(event, incident, evidence, message));
    await planRows(parts, rows, whole);
  };

  /** Logs that nobody is notified: it must not be visible in the rows alone. */
  function noteNobody(incident: Incident, planned: readonly PlannedMessage[]): void {
    if (planned.some(({ suppressedBecause }) => suppressedBecause === null)) return;
    const reasons = planned.map(({ channelId, suppressedBecause }) => `${channelId}: ${suppressedBecause}`);
    const { incidentId, serviceName, environment } = incident;
    const plain = plainLines.nobodyTold(incident, reasons);
    parts.log.info(
      { incidentId, serviceName, environment, reasons, plain },
      'nobody is notified of an incident',
    );
  }

  function rowOf(
    event: IncidentChanged,
    incident: Incident,
    evidence: Evidence,
    { channelId, kind, suppressedBecause, routedBy }: PlannedMessage,
  ): Notification {
    const { incidentId, serviceId } = incident;
    const { name, after } = newsOf(event);
    const channel = channels.get(channelId);
    const notificationId = ids.notificationId(incidentId, name, channelId);
    const before = channel?.followsUp ? after.all : after.rest;
    return {
      notificationId,
      incidentId,
      serviceId,
      channelId,
      channelType: channel?.type ?? 'unknown',
      ...knownOf(channel),
      kind,
      state: suppressedBecause === null ? 'pending' : 'suppressed',
      reason: suppressedBecause,
      ...(suppressedBecause === null && routedBy !== null ? { routedBy } : {}),
      ...(evidence.registeredBy === null ? {} : { registeredBy: evidence.registeredBy }),
      attempts: 0,
      createdAtMs: evidence.nowMs,
      afterId: before === null ? null : ids.notificationId(incidentId, before, channelId),
      ...(before === null ? {} : { afterName: before }),
      nextAttemptAtMs: suppressedBecause === null ? evidence.nowMs : null,
      sentAtMs: null,
      message: {
        ...{ notificationId, kind, ...messageFacts(event, incident, kind) },
        ...contentOf(incident, evidence),
      },
    };
  }

  /** What all channels are told alike. */
  function contentOf(incident: Incident, evidence: Evidence) {
    const { incidentId, serviceId, serviceName, environment, labels } = incident;
    const rules = parts.rulesOf(incident);
    const { minInstances } = rules;
    return {
      ...{ incidentId, serviceId, serviceName, environment },
      ...(evidence.registration === null ? {} : { registration: evidence.registration }),
      ...(labels === undefined ? {} : { labels }),
      instances: evidence.service.counts,
      severity: severityOf(rules, labels),
      ...(minInstances > 1 ? { minInstances } : {}),
      ...(evidence.down === undefined ? {} : { down: evidence.down }),
      lastMetrics: evidence.lastMetrics,
      url: `${parts.publicUrl}/#/incidents/${incidentId}`,
    };
  }
}

/** What its row keeps of a channel beside its type. */
function knownOf(channel: Channel | undefined): Pick<Notification, 'changes' | 'recipients'> {
  const { changes = false, recipients } = channel ?? {};
  return {
    ...(changes ? { changes } : {}),
    ...(recipients === undefined ? {} : { recipients: recipients.join(', ') }),
  };
}
