import { z } from 'zod';
import type { InstanceReading } from '../../actors/ports/reading.ts';
import { locationOf } from '../../domain/instance-location.ts';
import { instanceStatus } from './instance.ts';
import { toTime } from './to-time.ts';

/** What of an instance is shown where there are thousands. */
export const instanceSummary = z
  .object({
    instanceId: z.string(),
    instanceKey: z.string(),
    serviceId: z.string(),
    serviceName: z.string(),
    environment: z.string(),
    status: instanceStatus,
    since: z.string(),
    host: z.string().nullable(),
    zone: z.string().nullable(),
  })
  .meta({ id: 'InstanceSummary' });

export function toInstanceSummary(instance: InstanceReading): z.infer<typeof instanceSummary> {
  const { instanceId, serviceId, state, description } = instance;
  const { instanceKey, serviceName, environment } = description;
  const { host, zone } = locationOf(description);
  return {
    ...{ instanceId, instanceKey, serviceId, serviceName, environment },
    ...{ status: state.status, since: toTime(state.sinceMs), host, zone },
  };
}
