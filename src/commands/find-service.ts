import { isUuid } from '../domain/ids.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import type { Service } from './wire.ts';

/** A service by its id, or by its name if only one has it. */
export async function findService(ask: AskMonitor, given: string): Promise<Service> {
  if (isUuid(given)) {
    return ask<Service>('GET', `/api/services/${given}`);
  }
  const { items } = await listAll<Service>(ask, '/api/services', { name: given }, 50);
  const named = items.filter((one) => one.serviceName === given);
  if (named.length === 1 && named[0] !== undefined) return named[0];
  if (named.length === 0)
    throw new Error(
      `There is no service "${given}"; run: services list. One that was archived is not shown until it registers again.`,
    );
  const ids = named.map((one) => `  ${one.serviceId}  ${one.environment}`).join('\n');
  throw new Error(`Several services have the name "${given}"; give the id of one:\n${ids}`);
}
