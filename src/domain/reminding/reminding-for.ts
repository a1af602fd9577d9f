import { matchesService } from '../matches-service.ts';
import type { RoutedService, Routing } from '../routing.ts';
import type { Reminding } from './reminder-rules.ts';

/** What follows for one service: what the first route for it says, of reminders and of escalation; else what is general. */
export function remindingFor(
  { severity = 'critical', ...service }: RoutedService,
  routing: Routing | null,
  general: Reminding,
): Reminding {
  const routes = (routing?.routes ?? []).filter(
    (route) => matchesService(route.match, service) && (route.severity?.includes(severity) ?? true),
  );
  const { reminders } = routes.find((route) => route.reminders !== undefined) ?? {};
  const { escalation } = routes.find((route) => route.escalation !== undefined) ?? {};
  return {
    reminders: reminders === undefined ? general.reminders : reminders,
    escalation: escalation ?? general.escalation,
  };
}
