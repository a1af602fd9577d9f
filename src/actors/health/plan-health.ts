import { asksFor } from '../../domain/channel-events.ts';
import type { ServiceHealthChanged } from '../../domain/events.ts';
import type { Ids } from '../../domain/ids.ts';
import type { Notification } from '../../domain/notification.ts';
import type { RulesOf, ServiceName } from '../../domain/policy.ts';
import { type ChannelRouting, routeMessage } from '../../domain/route-message.ts';
import type { Routing } from '../../domain/routing.ts';
import { severityOf } from '../../domain/severity.ts';
import { channelsFor, planRows } from '../plan-rows.ts';
import type { HealthEvidence, Healths } from '../ports/health.ts';
import type { Channel, Notifications } from '../ports/notifications.ts';
import type { Meter } from '../ports/observability.ts';
import type { Delivery, WakeUps } from '../ports/wake-ups.ts';

export type PlanHealth = (event: ServiceHealthChanged) => Promise<void>;

/** As routes name it. */
const events = ['health'] as const;

/**
 * Step 4 for reported health. Only channels that ask for it get a row, to send or with the reason why not. Planning twice
 * gives the same rows, as for incidents.
 */
export function createPlanHealth(parts: {
  healths: Pick<Healths, 'evidence'>;
  notifications: Pick<Notifications, 'plan'>;
  deliveryQueue: WakeUps<Delivery>;
  channels: ReadonlyMap<string, Channel>;
  /** As they are now. */
  routes: (service: ServiceName) => Routing | null;
  rulesOf: RulesOf;
  ids: Ids;
  publicUrl: string;
  meter: Meter;
}): PlanHealth {
  const { ids } = parts;

  return async function planHealth(event) {
    const asking = channelsFor(event, parts.channels).filter((channel) => asksFor(channel, 'health'));
    if (asking.length === 0) return;
    const evidence = await parts.healths.evidence(event.serviceId);
    const { serviceName, environment, atMs } = event;
    const { labels } = evidence;
    const severity = severityOf(parts.rulesOf(event), labels);
    const message = { service: { serviceName, environment, labels, severity }, events, atMs };
    const rows = [...routeMessage(message, parts.routes(event), asking)].map(([channelId, routing]) =>
      rowOf(event, evidence, channelId, routing),
    );
    await planRows(parts, rows);
  };

  function rowOf(
    { serviceId, serviceName, environment, from, to, atMs, previousAtMs }: ServiceHealthChanged,
    { nowMs, healths, unwell }: HealthEvidence,
    channelId: string,
    routing: ChannelRouting,
  ): Notification {
    const suppressedBecause = routing.kind === 'led' ? null : routing.because;
    const idAt = (ms: number) => ids.notificationId(serviceId, `health ${ms}`, channelId);
    const notificationId = idAt(atMs);
    return {
      notificationId,
      incidentId: serviceId,
      serviceId,
      channelId,
      kind: 'health',
      channelType: parts.channels.get(channelId)?.type ?? 'unknown',
      state: suppressedBecause === null ? 'pending' : 'suppressed',
      reason: suppressedBecause,
      ...(routing.kind === 'led' ? { routedBy: routing.by } : {}),
      attempts: 0,
      createdAtMs: nowMs,
      afterId: previousAtMs === null ? null : idAt(previousAtMs),
      nextAttemptAtMs: suppressedBecause === null ? nowMs : null,
      sentAtMs: null,
      message: {
        notificationId,
        incidentId: serviceId,
        kind: 'health',
        serviceId,
        serviceName,
        environment,
        // Until somebody says otherwise a service is well, but then nobody was told so.
        ...{ from: previousAtMs === null ? null : from, to, atMs, healths, unwell },
        url: `${parts.publicUrl}/#/services/${serviceId}`,
      },
    };
  }
}
