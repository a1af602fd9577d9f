import type { Channel } from '../actors/ports/notifications.ts';
import type { Log, Meter } from '../actors/ports/observability.ts';
import type { ServiceName } from '../domain/policy.ts';
import type { Routing } from '../domain/routing.ts';
import { synthetic } from '../domain/synthetic-outage.ts';

/**
 * Wraps what the actors use, so that a synthetic outage takes the same path as all others and nobody is notified: it is
 * not counted or logged, and its messages go to a separate channel.
 */
export const apartFromSynthetic = {
  meter: (meter: Meter): Meter => ({
    ...meter,
    transition(status, latenessMs, of) {
      if (!synthetic.isIn(of)) meter.transition(status, latenessMs, of);
    },
    incident(kind, of) {
      if (!synthetic.isIn(of)) meter.incident(kind, of);
    },
  }),

  /** Errors of a synthetic service are logged. */
  log: (log: Log): Log => ({
    info(fields, message) {
      if (!('environment' in fields && fields.environment === synthetic.environment))
        log.info(fields, message);
    },
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }),

  channel: (channel: Channel): Channel => ({
    ...channel,
    isFor: (service) => synthetic.isIn(service) === (channel.channelId === synthetic.channelId),
  }),

  /** The routes of the operator are not for synthetic services: their only channel gets everything. */
  routes: (routing: Routing | null, service: ServiceName): Routing | null =>
    synthetic.isIn(service) ? null : routing,
} as const;
