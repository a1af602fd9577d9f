import { SpanKind } from '@opentelemetry/api';
import type { ServiceCommit } from '../../domain/service-view.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';
import type { Tracing } from '../tracing.ts';
import { faultOf } from './fault-of.ts';
import { namesOf } from './names-of.ts';
import { noteCommits } from './note-commits.ts';
import type { Spans } from './spans.ts';

const notes = noteCommits<ServiceCommit>('what a roll-up committed');

/** A span for each roll-up with a change; if an incident changed, in the incident's trace. */
export function traceRollUps(spans: Spans): Tracing['rollUps'] {
  return (services, create) => {
    const rollUpService = create({
      ...services,
      commit: notes.noting((commit) => services.commit(commit)),
    });

    return async (serviceId, changes) => {
      const commits: ServiceCommit[] = [];
      const startedAtMs = performance.now();
      const write = (fault: string | null) => {
        const last = commits.at(-1);
        const events = commits.flatMap((commit) => commit.events);
        const incident = events.findLast((event) => event.type === 'incident.changed');
        const isNews = last !== undefined && events.length > 0 && !synthetic.isIn(last.view);
        const incidentId = incident?.incidentId ?? null;
        spans.write(
          {
            name: 'roll-up-service',
            kind: SpanKind.CONSUMER,
            isRoutine: fault === null && !isNews,
            incidentId,
          },
          {
            durationMs: performance.now() - startedAtMs,
            attributes: () => ({
              ...namesOf({ serviceId, incidentId, ...(last && namesIn(last)) }),
              'monitor.roll_up.changes': changes.length,
              ...(last === undefined ? {} : changeIn(commits, last)),
              ...(incident === undefined ? {} : { 'monitor.incident.event': incident.kind }),
            }),
            fault,
          },
        );
      };
      try {
        await notes.during(commits, () => rollUpService(serviceId, changes));
        write(null);
      } catch (error) {
        write(faultOf(error));
        throw error;
      }
    };
  };
}

function namesIn({ view: { serviceName, environment } }: ServiceCommit) {
  return { serviceName, environment };
}

function changeIn(commits: readonly ServiceCommit[], last: ServiceCommit) {
  return { 'monitor.status.from': commits[0]?.view.state.status ?? '', 'monitor.status.to': last.to };
}
