import type { Maintenance } from '../../actors/ports/maintenance.ts';
import { activeWindow } from '../../domain/maintenance/active-window.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';
import { toLabels } from '../services/service-labels.ts';
import type { SilenceOf } from '../telling/telling.ts';

/** What silences a service: the windows that were declared, and those of monitor.yaml. */
export function createSilenceOf(
  client: RedisClient,
  partitions: Partitions,
  {
    maintenance,
    ofFile,
  }: { maintenance: Pick<Maintenance, 'standing'>; ofFile: () => readonly MaintenanceWindow[] },
): SilenceOf {
  return async function silenceOf(service, atMs) {
    const windows = [...ofFile(), ...(await maintenance.standing()).windows];
    const labels = windows.some(maintenanceWindow.needsLabels) ? await labelsOf(service.serviceId) : {};
    const active = activeWindow(windows, { ...service, labels }, atMs);
    if (active === null) return null;
    const until = new Date(active.untilMs).toISOString().slice(0, 16).replace('T', ' ');
    const because = maintenanceWindow.because(active.window);
    return { untilMs: active.untilMs, words: `maintenance until ${until} UTC: ${because}` };
  };

  async function labelsOf(serviceId: string) {
    return toLabels(await client.hget(partitions.of(serviceId).service(serviceId), 'labels'));
  }
}
