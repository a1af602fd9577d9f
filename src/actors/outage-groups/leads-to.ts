import type { Labels } from '../../domain/labels.ts';
import type { RulesOf, ServiceName } from '../../domain/policy.ts';
import { routeMessage } from '../../domain/route-message.ts';
import type { Routing } from '../../domain/routing.ts';
import { severityOf } from '../../domain/severity.ts';
import { channelsFor } from '../plan-rows.ts';
import type { Channel } from '../ports/notifications.ts';

/** A service that is Down. */
export interface DownNews extends ServiceName {
  serviceId: string;
  labels: Labels;
  detectedAtMs: number;
}

/** The channels that a message about a Down would be sent to now: routes lead there, and no maintenance holds it. */
export type LeadsTo = (service: DownNews, nowMs: number) => Promise<string[]>;

export function createLeadsTo(parts: {
  channels: ReadonlyMap<string, Channel>;
  /** As they are now. */
  routes: (service: ServiceName) => Routing | null;
  rulesOf: RulesOf;
  isSilenced: (service: DownNews, nowMs: number) => Promise<boolean>;
}): LeadsTo {
  return async function leadsTo(service, nowMs) {
    if (await parts.isSilenced(service, nowMs)) return [];
    const severity = severityOf(parts.rulesOf(service), service.labels);
    const message = {
      service: { ...service, severity },
      events: ['down'] as const,
      atMs: service.detectedAtMs,
    };
    const routed = routeMessage(message, parts.routes(service), channelsFor(service, parts.channels));
    return [...routed].flatMap(([channelId, { kind }]) => (kind === 'led' ? [channelId] : []));
  };
}
