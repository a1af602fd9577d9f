import type { InstanceChanged, InstanceHealthChanged, MonitorEvent } from '../domain/events.ts';
import type { PlanHealth } from './health/plan-health.ts';
import type { TellServiceHealth } from './health/tell-service-health.ts';
import type { PlanNotifications } from './plan-notifications.ts';
import type { PlanTrouble } from './plan-trouble.ts';
import type { RollUpService } from './roll-up-service.ts';

/** Takes events of one partition; when it resolves, their effects are there. */
export type EventHandler = (events: readonly MonitorEvent[]) => Promise<void>;

/** How many services are seen to side by side. */
const atOnce = 50;

/** To steps 3 and 4: which actor each event of the stream is for. */
export function routeEvents(actors: {
  rollUpService: RollUpService;
  planNotifications: PlanNotifications;
  planHealth: PlanHealth;
  /** Absent: nobody can ask for it. */
  planTrouble?: PlanTrouble;
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

  /** Those of one service are told in the order in which they came true. */
  async function plan(_: string, events: readonly MonitorEvent[]): Promise<void> {
    for (const event of events) {
      if (event.type === 'incident.changed') await actors.planNotifications(event);
      if (event.type === 'service.health-changed') await actors.planHealth(event);
      if (event.type === 'service.troubled') await actors.planTrouble?.(event);
    }
  }

  return {
    // A thousand events of one service in one read are one roll-up.
    service: (events) => eachService(events.filter(isOfInstance), takeIn),
    incident: (events) => eachService(events, plan),
  };
}

async function eachService<T extends MonitorEvent>(
  events: readonly T[],
  take: (serviceId: string, ofOne: readonly T[]) => Promise<void>,
): Promise<void> {
  const services = [...Map.groupBy(events, (event) => event.serviceId)];
  for (let from = 0; from < services.length; from += atOnce) {
    const some = services.slice(from, from + atOnce);
    await Promise.all(some.map(([serviceId, ofOne]) => take(serviceId, ofOne)));
  }
}

function isStatusChange(event: MonitorEvent): event is InstanceChanged {
  return event.type === 'instance.changed';
}

function isOfInstance(event: MonitorEvent): event is InstanceChanged | InstanceHealthChanged {
  return isStatusChange(event) || event.type === 'instance.health-changed';
}
