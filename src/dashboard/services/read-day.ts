import type { History, Incident } from '../monitor/wire-types.ts';
import type { Asking } from '../page/page-types.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Who was down on a day may have been so for long. */
const longestIncidentMs = 30 * dayMs;

const mostChanges = 200;
const mostIncidents = 200;

/** A day by UTC, such as `2026-11-22`. */
export function timeOfDay(date: string): { fromMs: number; toMs: number } {
  const fromMs = Date.parse(`${date}T00:00:00Z`);
  return { fromMs, toMs: fromMs + dayMs };
}

/** What happened to a service on a day: its statuses, and the incidents that went on then, oldest first. */
export async function readDay(
  client: Asking,
  { serviceId, date }: { serviceId: string; date: string },
  signal: AbortSignal,
): Promise<{ history: History; incidents: Incident[] }> {
  const { fromMs, toMs } = timeOfDay(date);
  const time = (ms: number) => new Date(ms).toISOString();
  const [history, { items }] = await Promise.all([
    client.one(
      'history',
      `/api/services/${serviceId}/history?from=${time(fromMs)}&to=${time(toMs)}&limit=${mostChanges}`,
      signal,
    ),
    client.list(
      'incident',
      `/api/incidents?serviceId=${serviceId}&from=${time(fromMs - longestIncidentMs)}&to=${time(toMs)}`,
      mostIncidents,
      signal,
    ),
  ]);
  const incidents = items.filter(({ startedAt, recoveredAt, resolvedAt }) => {
    const end = recoveredAt ?? resolvedAt;
    return Date.parse(startedAt) < toMs && (end === null || Date.parse(end) >= fromMs);
  });
  return { history, incidents: incidents.toReversed() };
}
