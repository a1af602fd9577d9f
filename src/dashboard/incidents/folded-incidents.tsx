import type { Incident } from '../monitor/wire-types.ts';
import { RowName } from '../parts/row-name.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { IncidentRow } from './incident-row.tsx';

/** Many short incidents of one service as one row, which unfolds. `incidents`: newest first. */
export function FoldedIncidents({ incidents }: { incidents: readonly [Incident, ...Incident[]] }) {
  const [newest] = incidents;
  const oldest = incidents.at(-1) ?? newest;
  return (
    <li class="folded">
      <details>
        <summary class="row incident edge-healthy">
          <StatusChip status="Healthy" word="Resolved" />
          <RowName serviceName={newest.serviceName} environment={newest.environment} />
          <span class="fact since">
            <span class="what">from </span>
            <TimeOf at={oldest.startedAt} say={localTime.moment} />
            <span class="what"> to </span>
            <TimeOf at={newest.startedAt} say={localTime.clock} />
          </span>
          <span class="fact heard times">{incidents.length} incidents</span>
        </summary>
        <ul class="grouped" aria-label={`Incidents of ${newest.serviceName}`}>
          {incidents.map((incident) => (
            <IncidentRow key={incident.incidentId} incident={incident} />
          ))}
        </ul>
      </details>
    </li>
  );
}
