import type { IncidentEventKind } from './incident.ts';
import type { IncidentMessageKind } from './notification.ts';
import { matchesService, type ServiceMatch, type ServiceName } from './policy.ts';

/** Which incidents go to which channels. */
export interface Route {
  match: ServiceMatch;
  channels: string[];
}

/** One message that is due, or one that is not and why. */
export interface PlannedMessage {
  channelId: string;
  kind: IncidentMessageKind;
  /** Null: send it. Otherwise the reason why nobody is told. */
  suppressedBecause: string | null;
}

/** From this relapse on an outage is called flapping, once. */
export const flappingAfterRelapses = 3;

/**
 * Who is told what of an incident's event. The first Down and the end are told; a relapse is told only as
 * "flapping", at the third. What is not told is planned as suppressed, so that "why was I not paged" has an answer.
 */
export function planMessages(
  event: { kind: IncidentEventKind; relapses: number },
  service: ServiceName,
  routes: readonly Route[] | null,
  channelIds: readonly string[],
): PlannedMessage[] {
  const kind = messageKind(event);
  if (kind === null) return [];
  const reason = suppression(event);
  const routed = routedChannels(service, routes, channelIds);
  return channelIds.map((channelId) => ({
    channelId,
    kind,
    suppressedBecause: reason ?? (routed.has(channelId) ? null : 'no route leads to this channel'),
  }));
}

function messageKind(event: { kind: IncidentEventKind; relapses: number }): IncidentMessageKind | null {
  switch (event.kind) {
    case 'opened':
      return 'down';
    case 'relapsed':
      return event.relapses >= flappingAfterRelapses ? 'flapping' : 'down';
    case 'resolved':
      return 'resolved';
    case 'recovering':
    case 'acknowledged':
    case 'noted':
      return null;
    default:
      event.kind satisfies never;
      // A newer node beside this one may know more kinds; they are its to tell.
      return null;
  }
}

function suppression(event: { kind: IncidentEventKind; relapses: number }): string | null {
  if (event.kind !== 'relapsed' || event.relapses === flappingAfterRelapses) return null;
  return event.relapses < flappingAfterRelapses
    ? `relapse ${event.relapses} of the same outage: told already`
    : `relapse ${event.relapses} of a flapping service: told already`;
}

/** No routes at all: every channel gets everything. */
function routedChannels(
  service: ServiceName,
  routes: readonly Route[] | null,
  channelIds: readonly string[],
): Set<string> {
  if (routes === null) return new Set(channelIds);
  return new Set(routes.filter((r) => matchesService(r.match, service)).flatMap((r) => r.channels));
}
