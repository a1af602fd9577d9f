import type { ActOnMaintenance } from '../../actors/operating/act-on-maintenance.ts';
import { occurrenceAt } from '../../domain/maintenance/occurrence.ts';
import { markOf } from './mark-of.ts';

/** Says by another text that what maintenance holds back has changed: a window began, ended, or was extended. */
export function createWatchMaintenance(maintenance: Pick<ActOnMaintenance, 'list'>): () => Promise<string> {
  return async function lookAtMaintenance() {
    const { windows, nowMs } = await maintenance.list();
    const active = windows.flatMap((window) => {
      const occurrence = occurrenceAt(window, nowMs);
      return occurrence === null ? [] : [`${window.windowId} ${occurrence.toMs}`];
    });
    return markOf(active.sort());
  };
}
