import type { Channel } from '../actors/ports/notifications.ts';
import type { Log, Meter } from '../actors/ports/observability.ts';
import type { Route } from '../domain/routed-channels.ts';
import { synthetic } from '../domain/synthetic-outage.ts';

/**
 * What the actors are given, so that a synthetic outage goes the way of all others and nobody hears of it: it is not
 * counted, not logged, and its messages go to a channel of its own.
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

  /** What went wrong with a synthetic service is logged all the same. */
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

  /** Null, no routes at all, leads everywhere already. */
  routes: (routes: readonly Route[] | null): readonly Route[] | null =>
    routes && [...routes, { match: { environment: synthetic.environment }, channels: [synthetic.channelId] }],
} as const;
