import type { Span } from '../../domain/history/spans.ts';
import { utcDay } from '../../domain/history/utc-day.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import { occurrenceFrom } from '../../domain/maintenance/occurrence.ts';
import type { PublicMaintenance } from '../schemas/status-page.ts';
import { toTime } from '../schemas/to-time.ts';
import type { FoundComponent } from './find-components.ts';

const announcedMs = 14 * utcDay.ms;
const mostShown = 30;

/**
 * The maintenance of components that goes on or is near, the next first. Who declared it and why is for operators: a page
 * says what and when.
 */
export function maintenanceOfPage(
  components: readonly FoundComponent[],
  windows: readonly MaintenanceWindow[],
  nowMs: number,
  publicId: (text: string) => string,
): PublicMaintenance[] {
  const planned = windows.flatMap((window): (Span & { names: string[] })[] => {
    const next = occurrenceFrom(window, nowMs);
    if (next === null || next.fromMs > nowMs + announcedMs) return [];
    const names = components
      .filter(({ services }) => services?.some((service) => maintenanceWindow.covers(window, service)))
      .map(({ name }) => name);
    return names.length === 0 ? [] : [{ ...next, names }];
  });
  // Two windows of one time are one thing for the public.
  const byTime = Map.groupBy(planned, ({ fromMs, toMs }) => `${fromMs} ${toMs}`);
  return [...byTime.values()]
    .flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, names: [...new Set([first, ...others].flatMap(({ names }) => names))] }],
    )
    .sort((a, b) => a.fromMs - b.fromMs)
    .slice(0, mostShown)
    .map(({ fromMs, toMs, names }) => ({
      id: publicId(`maintenance ${fromMs} ${toMs} ${names.join('\n')}`),
      components: names,
      startsAt: toTime(fromMs),
      endsAt: Number.isFinite(toMs) ? toTime(toMs) : null,
      isRunning: fromMs <= nowMs,
    }));
}
