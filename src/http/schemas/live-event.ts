import { z } from 'zod';

/** The head and the answer of `GET /api/events`, as the document has them. */
export const liveEventSchemas = {
  headers: z.looseObject({
    'last-event-id': z
      .string()
      .optional()
      .meta({ description: 'The `id` of the last event that arrived, from any node: goes on after it.' }),
  }),

  stream: z.string().meta({
    description: [
      'Server-sent events. Apart from `alive` the data are JSON of what changed, as it is now:',
      '`service` (a Service), `service-gone` ({serviceId}), `instance` ({instanceId, serviceId, status, since}),',
      '`incident` (an Incident), `outage-group` (an OutageGroup).',
      '`reset` ({lists, because}): read these lists again. `alive` ({at}): at least every 11 seconds something is sent.',
    ].join(' '),
  }),
};
