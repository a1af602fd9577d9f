import type { CheckInstance } from '../actors/check-instance.ts';
import type { CheckInstances } from '../actors/check-instances.ts';
import type { DeliverNotification } from '../actors/deliver-notification.ts';
import type { Checks } from '../actors/ports/instances.ts';
import type { Channel, Notifications } from '../actors/ports/notifications.ts';
import type { TraceRequest } from '../actors/ports/observability.ts';
import type { Services } from '../actors/ports/services.ts';
import type { RollUpService } from '../actors/roll-up-service.ts';

export interface DeliveryParts {
  notifications: Notifications;
  channels: Pick<ReadonlyMap<string, Channel>, 'get'>;
}

/**
 * Where actors are composed, it goes between them and their ports: each act leaves a span. The actors know nothing of
 * it, and without it they are composed as if it did not exist.
 */
export interface Tracing {
  request: TraceRequest;
  checks(checks: Checks, create: (checks: Checks) => CheckInstance): CheckInstance;
  batches(checkInstances: CheckInstances): CheckInstances;
  rollUps(services: Services, create: (services: Services) => RollUpService): RollUpService;
  deliveries(
    parts: DeliveryParts,
    create: (parts: DeliveryParts) => DeliverNotification,
  ): DeliverNotification;
  /** What tells a receiver which trace the message belongs to that is being sent. */
  headers(): Record<string, string>;
}

/** Nobody asked for traces: what is composed is what it would be without them. */
export const untraced: Omit<Tracing, 'request'> = {
  checks: (checks, create) => create(checks),
  batches: (checkInstances) => checkInstances,
  rollUps: (services, create) => create(services),
  deliveries: (parts, create) => create(parts),
  headers: () => ({}),
};
