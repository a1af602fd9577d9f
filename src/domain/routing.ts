import type { ChannelEvent } from './channel-events.ts';
import type { MatchedService, ServiceMatch } from './matches-service.ts';
import type { EscalationStep, ReminderRules } from './reminding/reminder-rules.ts';
import type { RouteTimes } from './route-times.ts';
import type { Severity } from './severity.ts';

/** What a message may be about, as routes name it. */
export const routeEvents = [
  'down',
  'resolved',
  'degraded',
  'flapping',
  'reminder',
  'instance-down',
  'health',
] as const;

export type RouteEvent = (typeof routeEvents)[number];

/** Which messages go to which channels. An absent field allows everything. */
export interface Route {
  match: ServiceMatch;
  events?: readonly RouteEvent[] | undefined;
  severity?: readonly Severity[] | undefined;
  when?: RouteTimes | undefined;
  channels: readonly string[];
  /** With first match: the routes after this one are looked at too. */
  continue?: boolean | undefined;
  /** For the services of this route; null: none. Absent: another route, or the file, says it. */
  reminders?: ReminderRules | null | undefined;
  escalation?: readonly EscalationStep[] | undefined;
}

/** Whether all routes that match lead to their channels, or the first that does is the last. */
export const routingModes = ['all-matches', 'first-match'] as const;

export type RoutingMode = (typeof routingModes)[number];

export interface Routing {
  mode: RoutingMode;
  routes: readonly Route[];
  /** Where messages go to which no route applies. */
  defaultChannels: readonly string[];
}

/** What a channel has to ask for to get a message about an event. */
export function subjectOf(event: RouteEvent): ChannelEvent {
  return event === 'health' || event === 'degraded' || event === 'instance-down' ? event : 'incidents';
}

/** A service as routes look at it. */
export interface RoutedService extends MatchedService {
  /** Absent: critical. */
  severity?: Severity | undefined;
}
