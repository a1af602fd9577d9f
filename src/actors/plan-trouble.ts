import type { ServiceTroubled } from '../domain/events.ts';
import type { Ids } from '../domain/ids.ts';
import type { Notification } from '../domain/notification.ts';
import type { RulesOf, ServiceName } from '../domain/policy.ts';
import { type ChannelRouting, routeMessage } from '../domain/route-message.ts';
import type { Routing } from '../domain/routing.ts';
import { severityOf } from '../domain/severity.ts';
import { channelsFor, planRows } from './plan-rows.ts';
import type { Channel, Notifications } from './ports/notifications.ts';
import type { Meter } from './ports/observability.ts';
import type { TroubleEvidence, Troubles } from './ports/troubles.ts';
import type { Delivery, WakeUps } from './ports/wake-ups.ts';

const byIncident: ChannelRouting = {
  kind: 'not-led',
  because: 'the service was Down meanwhile: the end of its incident says that it is over',
};

export type PlanTrouble = (event: ServiceTroubled) => Promise<void>;

/**
 * Step 4 for trouble that is less than an outage. Nobody gets such a message without asking for it, so where nobody is
 * told there are no rows. Planning twice gives the same rows, as for incidents.
 */
export function createPlanTrouble(parts: {
  troubles: Troubles;
  notifications: Pick<Notifications, 'plan'>;
  deliveryQueue: WakeUps<Delivery>;
  channels: ReadonlyMap<string, Channel>;
  /** As they are now. */
  routes: (service: ServiceName) => Routing | null;
  rulesOf: RulesOf;
  ids: Ids;
  publicUrl: string;
  meter: Meter;
}): PlanTrouble {
  const { ids } = parts;

  return async function planTrouble(event) {
    const { trouble, count, labels } = event;
    const service = { ...event, severity: severityOf(parts.rulesOf(event), labels) };
    // An end goes where the message before it went.
    const atMs = count === 0 ? (event.previousAtMs ?? event.atMs) : event.atMs;
    const message = { service, events: [trouble] as const, atMs };
    const routed = routeMessage(message, parts.routes(event), channelsFor(event, parts.channels));
    if (![...routed.values()].some(({ kind }) => kind === 'led')) return;
    const evidence = await parts.troubles.evidence(event.serviceId);
    const rows = [...routed].map(([channelId, routing]) =>
      rowOf(event, evidence, channelId, isToldByIncident(event, channelId) ? byIncident : routing),
    );
    await planRows(parts, rows);
  };

  /** Receivers that keep alerts are told of each end; people are told by the end of the incident. */
  function isToldByIncident({ trouble, count, wasDown }: ServiceTroubled, channelId: string): boolean {
    const isForPeople = (parts.channels.get(channelId)?.limit ?? null) !== null;
    return trouble === 'degraded' && count === 0 && wasDown === true && isForPeople;
  }

  function rowOf(
    event: ServiceTroubled,
    { nowMs, counts, late }: TroubleEvidence,
    channelId: string,
    routing: ChannelRouting,
  ): Notification {
    const { trouble: kind, serviceId, serviceName, environment, labels, atMs, previousAtMs } = event;
    const idAt = (ms: number) => ids.notificationId(serviceId, `${kind} ${ms}`, channelId);
    const notificationId = idAt(atMs);
    const isLed = routing.kind === 'led';
    return {
      notificationId,
      incidentId: serviceId,
      serviceId,
      channelId,
      kind,
      channelType: parts.channels.get(channelId)?.type ?? 'unknown',
      state: isLed ? 'pending' : 'suppressed',
      reason: isLed ? null : routing.because,
      ...(isLed ? { routedBy: routing.by } : {}),
      attempts: 0,
      createdAtMs: nowMs,
      afterId: isLed && previousAtMs !== null ? idAt(previousAtMs) : null,
      nextAttemptAtMs: isLed ? nowMs : null,
      sentAtMs: null,
      message: {
        ...{ notificationId, incidentId: serviceId, kind, isOver: event.count === 0 },
        ...{ serviceId, serviceName, environment, instances: counts, late },
        atMs: event.endedAtMs ?? atMs,
        ...(labels === undefined ? {} : { labels }),
        url: `${parts.publicUrl}/#/services/${serviceId}`,
      },
    };
  }
}
