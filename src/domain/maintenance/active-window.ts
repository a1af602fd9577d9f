import type { MatchedService } from '../matches-service.ts';
import { type MaintenanceWindow, maintenanceWindow } from './maintenance-window.ts';
import { occurrenceAt } from './occurrence.ts';

/** A window that holds the messages of a service back now, and until when. */
export interface ActiveWindow {
  window: MaintenanceWindow;
  untilMs: number;
}

/** What holds the messages of a service back at a moment: of several windows the one that ends last; null: nothing does. */
export function activeWindow(
  windows: readonly MaintenanceWindow[],
  service: MatchedService,
  atMs: number,
): ActiveWindow | null {
  let last: ActiveWindow | null = null;
  for (const window of windows) {
    if (!maintenanceWindow.covers(window, service)) continue;
    const occurrence = occurrenceAt(window, atMs);
    if (occurrence === null || occurrence.toMs <= (last?.untilMs ?? 0)) continue;
    last = { window, untilMs: occurrence.toMs };
  }
  return last;
}
