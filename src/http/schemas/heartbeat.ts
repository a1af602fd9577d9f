import { z } from 'zod';
import { metadataSchema } from './metadata.ts';
import { text } from './text.ts';

/** `HeartbeatRequest` of the contract. */
export const heartbeatRequest = z
  .strictObject({
    instanceId: text.uuid.meta({ description: 'The instance id that registration returned.' }),
    metadata: metadataSchema.nullish(),
  })
  .meta({ id: 'HeartbeatRequest' });

/** `HeartbeatResponse` of the contract, with the service's status and the interval to keep added. */
export const heartbeatResponse = z
  .object({
    status: z.literal('ok'),
    timestamp: text.time,
    message: z.string(),
    serviceStatus: z.string(),
    nextHeartbeatSeconds: z.number(),
  })
  .meta({ id: 'HeartbeatResponse' });
