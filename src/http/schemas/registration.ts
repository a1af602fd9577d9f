import { z } from 'zod';
import { synthetic } from '../../domain/synthetic-outage.ts';
import { metadataSchema } from './metadata.ts';
import { text } from './text.ts';
import { warningsSchema } from './warning.ts';

/** `ServiceRegistrationRequest` of the contract, with `heartbeatIntervalSeconds` added. */
export const registrationRequest = z
  .object({
    serviceName: text.name.meta({ description: 'Name of the service.' }),
    environment: text.name
      .refine((environment) => !synthetic.isIn({ environment }), 'is reserved for the monitor itself')
      .meta({ description: 'Environment name.' }),
    version: text.plain(128).nullish(),
    instanceId: text.plain(256).trim().min(1).nullish().meta({
      description:
        'Key of the instance; without it `hostname:port` is the key, `hostname` alone without a port.',
    }),
    hostname: text
      .plain(253)
      .trim()
      .min(1)
      .nullish()
      .meta({ description: 'Without it and without `instanceId` the address of the caller is used.' }),
    port: z.int().min(0).max(65_535).nullish(),
    url: text.plain(2_048).nullish(),
    processId: z.int().min(0).nullish(),
    metadata: metadataSchema.nullish(),
    heartbeatIntervalSeconds: z
      .number()
      .min(0.1)
      .max(7 * 86_400)
      .nullish()
      .meta({ description: 'Heartbeat interval of this instance, if not the default.' }),
  })
  .meta({ id: 'ServiceRegistrationRequest' });

export const registrationResponse = z
  .object({
    serviceId: z.string().meta({ format: 'uuid' }),
    instanceId: z.string().meta({ format: 'uuid', description: 'Send this in heartbeats.' }),
    serviceName: z.string(),
    environment: z.string(),
    status: z.literal('registered'),
    message: z.string(),
    warnings: warningsSchema,
  })
  .meta({ id: 'ServiceRegistrationResponse' });
