import type { Labels } from '../../domain/labels.ts';
import type { RulesOf, ServiceName } from '../../domain/policy.ts';
import type { Reminding } from '../../domain/reminding/reminder-rules.ts';
import { routeMessage } from '../../domain/route-message.ts';
import type { RoutedService, Routing } from '../../domain/routing.ts';
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

/** The channels that the escalation of a Down names, whatever its step. */
export type EscalatesTo = (service: DownNews) => string[];

export function createEscalatesTo(parts: {
  remindingOf: (service: RoutedService) => Reminding;
  rulesOf: RulesOf;
}): EscalatesTo {
  return function escalatesTo({ serviceName, environment, labels }) {
    const severity = severityOf(parts.rulesOf({ serviceName, environment }), labels);
    const { escalation } = parts.remindingOf({ serviceName, environment, labels, severity });
    return [...new Set(escalation.flatMap(({ channels }) => channels))];
  };
}
