import { globOf } from '../domain/glob.ts';
import { isUuid } from '../domain/ids.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import { shortId } from './short-id.ts';
import type { Service } from './wire.ts';

/** As many services are looked through for an abbreviated id. */
const mostServices = 10_000;

/** A service by its name if only one has it, by its id, or by enough of the beginning of that. */
export async function findService(ask: AskMonitor, given: string): Promise<Service> {
  if (isUuid(given)) {
    return ask<Service>('GET', `/api/services/${given}`);
  }
  const { items } = await listAll<Service>(ask, '/api/services', { name: globOf(given) }, 50);
  const named = items.filter((one) => one.serviceName === given);
  if (named.length === 1 && named[0] !== undefined) return named[0];
  if (named.length === 0) return findByShortId(ask, given);
  const ids = named.map((one) => `  ${one.serviceId}  ${one.environment}`).join('\n');
  throw new Error(`Several services have the name "${given}"; give the id of one:\n${ids}`);
}

async function findByShortId(ask: AskMonitor, given: string): Promise<Service> {
  const { items } = shortId.mayBe(given)
    ? await listAll<Service>(ask, '/api/services', {}, mostServices)
    : { items: [] };
  return shortId.pick(items, given, {
    what: 'service',
    idOf: ({ serviceId }) => serviceId,
    describe: ({ serviceName, environment }) => `${serviceName} (${environment})`,
    more: '; run: services list. One that was archived is not shown until it registers again.',
  });
}
