import type { HeardInstance } from '../../domain/failure-domains/count-heard.ts';
import { locationOf } from '../../domain/instance-location.ts';
import { ids } from '../ids.ts';
import { nothingShown, type Shown } from '../instances/shown-description.ts';

/** What of an instance says what it has in common with others. */
export const fleetRecord = {
  /** The fields of an instance's hash, in the order in which scripts are asked for them. */
  fields: ['serviceId', 'serviceName', 'environment', 'status', 'registrantIntervalMs', 'description'],

  /** Null: there is no such instance. */
  of(
    instanceId: string,
    values: readonly (string | null)[],
    lastBeatAtMs: number,
  ):
    | (HeardInstance & {
        serviceName: string;
        environment: string;
        status: string;
        promisedMs: number | undefined;
      })
    | null {
    const [serviceId, serviceName, environment, status, promised, description] = values;
    if (serviceName == null || environment == null) return null;
    // Only texts are looked at, so that the numbers need not be exact.
    const shown = { ...nothingShown, ...(JSON.parse(description ?? '{}') as Partial<Shown>) };
    const { deployment: _, ...places } = locationOf(shown);
    return {
      instanceId,
      serviceId: serviceId ?? ids.serviceId(serviceName, environment),
      ...{ serviceName, environment, lastBeatAtMs },
      attributes: { ...places, environment, serviceVersion: shown.version },
      status: status ?? 'Pending',
      promisedMs: promised ? Number(promised) : undefined,
    };
  },
} as const;
