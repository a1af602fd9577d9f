import { z } from 'zod';
import { healths } from '../../domain/health.ts';
import { metadataSchema } from './metadata.ts';
import { text } from './text.ts';
import { warningsSchema } from './warning.ts';

/** `HeartbeatRequest` of the contract, with `health` added. */
export const heartbeatRequest = z
  .object({
    instanceId: text.uuid.meta({ description: 'The instance id that registration returned.' }),
    metadata: metadataSchema.nullish(),
    health: z.enum(healths).nullish().meta({
      description:
        'The health that the instance reports; it is shown, and is not a status. Put reasons into the metadata, as `health_reasons`. Any other value is ignored, with a warning.',
    }),
  })
  .meta({ id: 'HeartbeatRequest' });

/** `HeartbeatResponse` of the contract; added are the service's status, the interval to keep, and what was ignored. */
export const heartbeatResponse = z
  .object({
    status: z.literal('ok'),
    timestamp: text.time,
    message: z.string(),
    serviceStatus: z.string(),
    nextHeartbeatSeconds: z.number(),
    warnings: warningsSchema,
  })
  .meta({ id: 'HeartbeatResponse' });
