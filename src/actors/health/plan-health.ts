import { asksFor } from '../../domain/channel-events.ts';
import type { ServiceHealthChanged } from '../../domain/events.ts';
import type { Ids } from '../../domain/ids.ts';
import type { Notification } from '../../domain/notification.ts';
import { type Route, routedChannels } from '../../domain/routed-channels.ts';
import { channelsFor, planRows } from '../plan-rows.ts';
import type { HealthEvidence, Healths } from '../ports/health.ts';
import type { Channel, Notifications } from '../ports/notifications.ts';
import type { Meter } from '../ports/observability.ts';
import type { Delivery, WakeUps } from '../ports/wake-ups.ts';

export type PlanHealth = (event: ServiceHealthChanged) => Promise<void>;

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
  routes: () => readonly Route[] | null;
  ids: Ids;
  publicUrl: string;
  meter: Meter;
}): PlanHealth {
  const { ids } = parts;

  return async function planHealth(event) {
    const asking = channelsFor(event, parts.channels).filter((channel) => asksFor(channel, 'health'));
    const told = asking.map(({ channelId }) => channelId);
    if (told.length === 0) return;
    const routed = routedChannels(event, parts.routes(), told);
    const evidence = await parts.healths.evidence(event.serviceId);
    const rows = told.map((channelId) =>
      rowOf(event, evidence, channelId, routed.has(channelId) ? null : 'no route leads to this channel'),
    );
    await planRows(parts, rows);
  };

  function rowOf(
    { serviceId, serviceName, environment, from, to, atMs, previousAtMs }: ServiceHealthChanged,
    { nowMs, healths, unwell }: HealthEvidence,
    channelId: string,
    suppressedBecause: string | null,
  ): Notification {
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
