import type { MonitorEvent } from './events.ts';
import type { ServiceView } from './service-view.ts';
import { type ToldHealth, tellHealth } from './tell-health.ts';

/** The message about a service's health that the next commit writes, and when to check again. */
export interface HealthNews {
  toldHealth: ToldHealth | null;
  events: MonitorEvent[];
  /** Null: only a change matters. */
  nextAtMs: number | null;
}

export function healthNews({ health, nowMs, ...view }: ServiceView): HealthNews {
  const telling = tellHealth(health, nowMs);
  const { told } = health;
  if (telling.kind !== 'tell')
    return { toldHealth: told, events: [], nextAtMs: telling.kind === 'wait' ? telling.untilMs : null };
  const { serviceId, serviceName, environment } = view;
  const { from, to } = telling;
  const change = { from, to, atMs: nowMs, previousAtMs: told?.atMs ?? null };
  return {
    toldHealth: { health: to, atMs: nowMs },
    events: [{ type: 'service.health-changed', serviceId, serviceName, environment, ...change }],
    nextAtMs: null,
  };
}
