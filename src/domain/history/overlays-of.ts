import type { BlindGap } from '../clear-time.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../maintenance/maintenance-window.ts';
import { occurrencesBetween } from '../maintenance/occurrences-between.ts';
import type { MatchedService } from '../matches-service.ts';
import { mergeSpans, type Span } from './spans.ts';
import type { Overlays } from './times-of-days.ts';

/** What lies over the statuses of a service in a time: the maintenance that covers it, and what the monitor could not see. */
export function overlaysOf(
  service: MatchedService,
  span: Span,
  { windows, gaps }: { windows: readonly MaintenanceWindow[]; gaps: readonly BlindGap[] },
): Overlays {
  const covering = windows.filter((window) => maintenanceWindow.covers(window, service));
  return {
    maintenance: mergeSpans(covering.flatMap((window) => occurrencesBetween(window, span))),
    blind: mergeSpans(gaps),
  };
}
