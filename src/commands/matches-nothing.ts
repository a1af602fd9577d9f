import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import type { MaintenanceWindow, Service } from './wire.ts';

/** Whether no service matches, as with a mistyped name. A key that may not read services is not told. */
export async function matchesNothing(
  ask: AskMonitor,
  { service, environment, labels = {} }: MaintenanceWindow['match'],
): Promise<boolean> {
  const label = Object.entries(labels).map(([name, glob]) => `${name}:${glob}`);
  const filters = { name: service, environment, label };
  try {
    const { items } = await listAll<Service>(ask, '/api/services', filters, 1);
    return items.length === 0;
  } catch {
    return false;
  }
}
