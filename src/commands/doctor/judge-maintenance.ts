import { formatDuration } from '../../domain/duration.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import { occurrenceAt } from '../../domain/maintenance/occurrence.ts';
import type { Finding } from './finding.ts';

/** Who silences everything for longer than this may have forgotten it. */
const allowanceMs = 4 * 60 * 60 * 1000;

const what = 'Maintenance';

/** Which messages are held back now, and whether somebody may have forgotten that. */
export function judgeMaintenance(windows: readonly MaintenanceWindow[], nowMs: number): Finding[] {
  const active = windows.flatMap((window) => {
    const occurrence = occurrenceAt(window, nowMs);
    return occurrence === null ? [] : [{ window, ...occurrence }];
  });
  const forgotten = active.filter(
    ({ window, fromMs, toMs }) => meansEverything(window) && toMs - fromMs > allowanceMs,
  );
  const count =
    active.length === 1 ? '1 window holds messages back' : `${active.length} windows hold messages back`;
  if (forgotten.length === 0)
    return [{ what, level: 'ok', found: active.length === 0 ? 'none' : count, advice: null }];
  return forgotten.map(({ window, toMs }) => ({
    what,
    level: 'look',
    found: `no outage of any service is told for another ${formatDuration(toMs - nowMs)}: ${maintenanceWindow.because(window)}`,
    advice: maintenanceWindow.isOfFile(window)
      ? 'If that is not meant, change it in monitor.yaml.'
      : `If that is not meant, end it: maintenance end ${window.windowId}`,
  }));
}

function meansEverything({
  match: { service = '*', environment = '*', labels = {} },
  bounds,
}: MaintenanceWindow) {
  const isAll = (glob: string) => /^\*+$/.test(glob);
  const isBound = bounds.environments.length + bounds.services.length > 0;
  return isAll(service) && isAll(environment) && Object.keys(labels).length === 0 && !isBound;
}
