import { actOnIncident, type IncidentAct } from '../domain/act-on-incident.ts';
import type { Incident } from '../domain/incident.ts';
import { incidentChanged } from '../domain/incident-news.ts';
import { ContentionError } from './contention-error.ts';
import { oneAfterAnother } from './one-after-another.ts';
import type { Meter } from './ports.ts';
import type { IncidentActs } from './ports-of-operating.ts';

export type ActOnIncident = (
  incidentId: string,
  act: IncidentAct,
) => Promise<
  { kind: 'done'; incident: Incident } | { kind: 'unknown-incident' } | { kind: 'refused'; reason: string }
>;

/** Against roll-ups and the people on other nodes; those on this one take turns. */
const attempts = 50;

/** A person acknowledges, resolves or notes; the incident and its event are one write, as when its service acts. */
export function createActOnIncident(parts: { incidentActs: IncidentActs; meter: Meter }): ActOnIncident {
  const { incidentActs, meter } = parts;

  const inTurn = oneAfterAnother();

  async function actOn(incidentId: string, act: IncidentAct): ReturnType<ActOnIncident> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const view = await incidentActs.read(incidentId);
      if (view === null) return { kind: 'unknown-incident' };
      const outcome = actOnIncident(view.incident, act, view.nowMs);
      if (outcome.kind === 'refused') return outcome;
      const { incident } = outcome;
      if (outcome.kind === 'unchanged') return { kind: 'done', incident };
      const event = incidentChanged(view.incident, incident, outcome.event, view.nowMs);
      const committed = await incidentActs.commit(view, incident, [event]);
      if (committed.kind === 'stale') continue;
      meter.incident(outcome.event);
      return { kind: 'done', incident };
    }
    throw new ContentionError('the incident changes faster than it can be acted on; nothing was written');
  }

  return (incidentId, act) => inTurn(incidentId, () => actOn(incidentId, act));
}
