import type { BlindGap } from './clear-time.ts';
import type { FlappingHour } from './flapping.ts';
import type { Ids } from './ids.ts';
import { advanceIncident, type Incident, type IncidentEventKind, openIncident } from './incident.ts';
import type { EscalationStep } from './reminding/reminder-rules.ts';
import type { ServiceStep } from './roll-up-status.ts';
import type { ServiceView } from './service-view.ts';

/** What an incident became; `kind` null: nothing that anybody could be told. */
export interface Became {
  incident: Incident | null;
  kind: IncidentEventKind | null;
  hour?: FlappingHour | null;
  /** Who else is told of it, if that is what happened. */
  escalation?: EscalationStep | undefined;
}

/** The incident of a service after its step: none, the open one a step further, or a new one. */
export function openOrRelapse(
  view: ServiceView,
  step: ServiceStep | null,
  memory: { outages: number; lastHeardAtMs: number | null },
  { ids, gaps }: { ids: Ids; gaps: readonly BlindGap[] },
): Became {
  const from = view.state.status;
  if (step === null) return { incident: view.incident, kind: null };
  const startedAtMs = memory.lastHeardAtMs ?? step.atMs;
  const course = { outages: memory.outages, lastHeardAtMs: startedAtMs, gaps };
  if (view.incident !== null) return advanceIncident(view.incident, from, step, course);
  if (step.to !== 'Down') return { incident: null, kind: null };
  const { serviceId, serviceName, environment, previousStatus, labels = {} } = view;
  const outage = {
    incidentId: ids.incidentId(serviceId, startedAtMs),
    serviceId,
    serviceName,
    environment,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    startedAtMs,
    detectedAtMs: view.nowMs,
    before:
      from === 'Degraded' && previousStatus !== null
        ? { atMs: view.state.sinceMs, from: previousStatus, to: from }
        : null,
  };
  return { incident: openIncident(outage, from, step, course), kind: 'opened' };
}
