import type { Readings } from '../actors/ports/reading.ts';
import type { ServiceName } from '../domain/policy.ts';

/** How many names are kept in memory; then the cache is emptied. */
const mostKept = 100_000;

export type NameOfInstance = (instanceId: string) => Promise<ServiceName | null>;

/**
 * Says which service an instance belongs to; null: there is no such instance. An id is a hash of its service, so what
 * was read once stays true.
 */
export function createInstanceNames(readings: Readings): NameOfInstance {
  const known = new Map<string, ServiceName>();
  return async (instanceId) => {
    const kept = known.get(instanceId);
    if (kept !== undefined) return kept;
    const description = (await readings.instance(instanceId))?.description ?? null;
    if (description === null) return null;
    if (known.size >= mostKept) known.clear();
    const { serviceName, environment } = description;
    known.set(instanceId, { serviceName, environment });
    return description;
  };
}
