import type { InstanceChanged, InstanceHealthChanged, MonitorEvent } from '../domain/events.ts';
import type { PlanHealth } from './plan-health.ts';
import type { PlanNotifications } from './plan-notifications.ts';
import type { RollUpService } from './roll-up-service.ts';
import type { TellServiceHealth } from './tell-service-health.ts';

/** Takes events of one partition; when it resolves, their effects are there. */
export type EventHandler = (events: readonly MonitorEvent[]) => Promise<void>;

/** How many services are rolled up side by side. */
const atOnce = 50;

/** To steps 3 and 4: which actor each event of the stream is for. */
export function routeEvents(actors: {
  rollUpService: RollUpService;
  planNotifications: PlanNotifications;
  planHealth: PlanHealth;
  tellServiceHealth: TellServiceHealth;
}): {
  service: EventHandler;
  incident: EventHandler;
} {
  function takeIn(serviceId: string, events: readonly MonitorEvent[]): Promise<void> {
    const changes = events.filter(isStatusChange);
    // A roll-up tells what is due of the health as well.
    if (changes.length === 0) return actors.tellServiceHealth(serviceId);
    return actors.rollUpService(serviceId, changes);
  }

  return {
    async service(events) {
      const changes = events.filter(isOfInstance);
      // A thousand events of one service in one read are one roll-up.
      const services = [...Map.groupBy(changes, (change) => change.serviceId)];
      for (let from = 0; from < services.length; from += atOnce) {
        const some = services.slice(from, from + atOnce);
        await Promise.all(some.map(([serviceId, ofOne]) => takeIn(serviceId, ofOne)));
      }
    },
    async incident(events) {
      for (const event of events) {
        if (event.type === 'incident.changed') await actors.planNotifications(event);
        if (event.type === 'service.health-changed') await actors.planHealth(event);
      }
    },
  };
}

function isStatusChange(event: MonitorEvent): event is InstanceChanged {
  return event.type === 'instance.changed';
}

function isOfInstance(event: MonitorEvent): event is InstanceChanged | InstanceHealthChanged {
  return isStatusChange(event) || event.type === 'instance.health-changed';
}
