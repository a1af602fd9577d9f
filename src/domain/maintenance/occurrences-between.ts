import type { Span } from '../history/spans.ts';
import type { MaintenanceWindow } from './maintenance-window.ts';
import { occurrenceFrom } from './occurrence.ts';

/** When a window held messages back between two moments. */
export function occurrencesBetween(window: MaintenanceWindow, { fromMs, toMs }: Span): Span[] {
  const found: Span[] = [];
  for (let atMs = fromMs; atMs < toMs; ) {
    const occurrence = occurrenceFrom(window, atMs);
    if (occurrence === null || occurrence.fromMs >= toMs) break;
    found.push({ fromMs: Math.max(fromMs, occurrence.fromMs), toMs: Math.min(toMs, occurrence.toMs) });
    atMs = occurrence.toMs;
  }
  return found;
}
