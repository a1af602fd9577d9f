import type { ComponentChildren } from 'preact';
import type { Incident } from '../monitor/wire-types.ts';
import { KeepFocus } from '../page/keep-focus.tsx';
import { foldFlapping } from './fold-flapping.ts';
import { FoldedIncidents } from './folded-incidents.tsx';
import { IncidentRow } from './incident-row.tsx';

interface Props {
  label: string;
  incidents: readonly Incident[];
  /** Rows below them. */
  children?: ComponentChildren;
}

/** Incidents; those with one cause stand together, in a list below its name; those of a service that flapped are folded. An older node names none. */
export function IncidentList({ label, incidents, children }: Props) {
  const folds = foldFlapping(incidents);
  const byGroup = Map.groupBy(
    incidents,
    ({ outageGroup, incidentId }) => outageGroup?.outageGroupId ?? folds.get(incidentId) ?? incidentId,
  );
  return (
    <KeepFocus>
      <ul class="rows" aria-label={label}>
        {[...byGroup].map(([id, some]) => (
          <Group key={id} id={id} cause={some[0]?.outageGroup?.cause} incidents={some} />
        ))}
        {children}
      </ul>
    </KeepFocus>
  );
}

interface GroupProps {
  id: string;
  cause: string | undefined;
  incidents: readonly Incident[];
}

function Group({ id, cause, incidents }: GroupProps) {
  const [first, ...others] = incidents;
  if (cause === undefined && first !== undefined && others.length > 0)
    return <FoldedIncidents incidents={[first, ...others]} />;
  const rows = incidents.map((incident) => <IncidentRow key={incident.incidentId} incident={incident} />);
  if (cause === undefined) return <>{rows}</>;
  return (
    <li class="group">
      <p>
        <a href={`#/groups/${id}`}>
          <bdi>{cause}</bdi>
        </a>
        : the cause of {incidents.length === 1 ? '1 incident' : `${incidents.length} incidents`}
      </p>
      {/* A list of its own: what stands below it is no part of it. */}
      <ul class="grouped" aria-label={`Incidents because of ${cause}`}>
        {rows}
      </ul>
    </li>
  );
}
