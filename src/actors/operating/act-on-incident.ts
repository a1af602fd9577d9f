import { actOnIncident, type IncidentAct } from '../../domain/act-on-incident.ts';
import { incidentChanged } from '../../domain/incident-news.ts';
import { silenceSoFar } from '../../domain/silence-so-far.ts';
import { oneAfterAnother } from '../concurrency/one-after-another.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { Meter } from '../ports/observability.ts';
import type { IncidentActs } from '../ports/operating.ts';
import type { IncidentReading } from '../ports/reading.ts';

export type ActOnIncident = (
  incidentId: string,
  act: IncidentAct,
  /** The notification whose link this is done with; absent: an API key allows it. */
  usedLink?: string,
) => Promise<
  | { kind: 'done'; incident: IncidentReading }
  | { kind: 'unknown-incident' }
  | { kind: 'link-used' }
  | { kind: 'refused'; reason: string }
>;

/**
 * Attempts to commit, in competition with roll-ups and other nodes; requests on this node take turns. There are more
 * than entries in an incident, so a request that loses every time is refused at the limit instead of failing.
 */
const attempts = 250;

/** A person acknowledges, resolves or notes; the incident and its event are one write, as when its service acts. */
export function createActOnIncident(parts: { incidentActs: IncidentActs; meter: Meter }): ActOnIncident {
  const { incidentActs, meter } = parts;

  const inTurn = oneAfterAnother();

  async function actOn(...[incidentId, act, usedLink]: Parameters<ActOnIncident>): ReturnType<ActOnIncident> {
    return untilCommitted<Awaited<ReturnType<ActOnIncident>>>(
      attempts,
      async () => {
        if (usedLink !== undefined && (await incidentActs.isLinkUsed(usedLink))) return { kind: 'link-used' };
        const view = await incidentActs.read(incidentId);
        if (view === null) return { kind: 'unknown-incident' };
        const { nowMs, gaps } = view;
        const outcome = actOnIncident(view.incident, act, nowMs);
        if (outcome.kind === 'refused') return outcome;
        const { incident } = outcome;
        const done = {
          kind: 'done' as const,
          incident: { ...incident, silence: silenceSoFar(incident, nowMs, gaps) },
        };
        if (outcome.kind === 'unchanged') return done;
        const event = incidentChanged(view.incident, incident, outcome.event, { atMs: nowMs, gaps });
        const committed = await incidentActs.commit(view, incident, [event], usedLink);
        if (committed.kind === 'stale') return 'again';
        meter.incident(outcome.event, incident);
        return done;
      },
      contention('the incident changes faster than it can be acted on; nothing was written'),
    );
  }

  return (...all) => inTurn(all[0], () => actOn(...all));
}
