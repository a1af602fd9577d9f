import type { InstanceChanged, MonitorEvent } from '../domain/events.ts';
import type { PlanNotifications } from './plan-notifications.ts';
import type { RollUpService } from './roll-up-service.ts';

/** Takes events of one partition; when it resolves, their effects are there. */
export type EventHandler = (events: readonly MonitorEvent[]) => Promise<void>;

/** How many services are rolled up side by side. */
const atOnce = 50;

/** To steps 3 and 4: which actor each event of the stream is for. */
export function routeEvents(actors: { rollUpService: RollUpService; planNotifications: PlanNotifications }): {
  service: EventHandler;
  incident: EventHandler;
} {
  return {
    async service(events) {
      const changes = events.filter((event): event is InstanceChanged => event.type === 'instance.changed');
      // A thousand events of one service in one read are one roll-up.
      const services = [...Map.groupBy(changes, (change) => change.serviceId)];
      for (let from = 0; from < services.length; from += atOnce) {
        const some = services.slice(from, from + atOnce);
        await Promise.all(some.map(([serviceId, ofOne]) => actors.rollUpService(serviceId, ofOne)));
      }
    },
    async incident(events) {
      for (const event of events) {
        if (event.type === 'incident.changed') await actors.planNotifications(event);
      }
    },
  };
}
