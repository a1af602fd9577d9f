import type { Service } from '../monitor/wire-types.ts';
import { visibleText } from './visible-text.ts';

/** More than these would take longer to listen to than to look at. */
const mostSaid = 3;

/** What a screen reader says of the way from one reading to the next; null: nothing changed. */
export function formatChanges(before: readonly Service[], after: readonly Service[]): string | null {
  const known = new Map(before.map((service) => [service.serviceId, service.status]));
  const changed = after.filter((service) => known.get(service.serviceId) !== service.status);
  if (changed.length === 0) return null;
  if (changed.length <= mostSaid) {
    const said = changed.map(
      ({ serviceName, environment, status }) => `${serviceName} in ${environment} is ${status}.`,
    );
    return visibleText(said.join(' '));
  }
  const down = changed.filter(({ status }) => status === 'Down').length;
  return `${changed.length} services changed their status${down > 0 ? `, ${down} of them to Down` : ''}.`;
}
