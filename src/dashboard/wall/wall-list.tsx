import { useRef } from 'preact/hooks';
import type { Incident, Service } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { StatusIcon } from '../parts/status-icon.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { formatLong } from './format-long.ts';
import { useRoom } from './use-room.ts';
import { countOthers, wallServices } from './wall-services.ts';

/** The services that are not well, as many as there is room for; the others are counted. */
export function WallList({ services }: { services: readonly Service[] }) {
  const place = useRef<HTMLDivElement>(null);
  const listed = wallServices(services);
  const { rows, columns } = useRoom(place, listed.length);
  const shown = listed.slice(0, rows * columns);
  const others = listed.slice(shown.length);
  return (
    <>
      <div ref={place} class="wall-place">
        {listed.length === 0 ? (
          <p class="wall-calm">No service is Down, late or just back.</p>
        ) : (
          <ol class={`wall-list columns-${columns}`} aria-label="Services that are not well, worst first">
            {shown.map((service) => (
              <WallRow key={service.serviceId} service={service} />
            ))}
          </ol>
        )}
      </div>
      <p class="wall-others">
        {others.length > 0 && (
          <>
            and {others.length} more: {countOthers(others)}
          </>
        )}
      </p>
    </>
  );
}

function WallRow({ service }: { service: Service }) {
  const { nowMs, incidents } = usePage();
  const { serviceId, serviceName, environment, status, since, openIncidentId, maintenance } = service;
  const incident = incidents.value?.items.find(({ incidentId }) => incidentId === openIncidentId);
  return (
    <li>
      <a
        class={`wall-row tone-${status.toLowerCase()} edge-${status.toLowerCase()}`}
        href={openIncidentId === null ? `#/services/${serviceId}` : `#/incidents/${openIncidentId}`}
      >
        <StatusIcon status={status} />
        <span class="wall-name">
          <strong>
            <bdi>{serviceName}</bdi>
          </strong>{' '}
          <span class="wall-where">
            <bdi>{environment}</bdi>
            <Remark incident={incident} isHeld={maintenance != null} />
          </span>
        </span>
        <span class="wall-since">
          <strong>
            {status} {formatLong(nowMs.value - Date.parse(since))}
          </strong>{' '}
          <span class="wall-where">
            since <TimeOf at={since} say={sayShort} />
          </span>
        </span>
      </a>
    </li>
  );
}

function Remark({ incident, isHeld }: { incident: Incident | undefined; isHeld: boolean }) {
  const by = incident?.acknowledged?.by;
  if (by === undefined) return isHeld ? <> · maintenance</> : null;
  return (
    <>
      {' · '}
      <bdi>{by}</bdi> looks at it
    </>
  );
}

/** The time alone if it was today. */
function sayShort(atMs: number, nowMs: number): string {
  const [then, now] = [localTime.moment(atMs), localTime.moment(nowMs)];
  return then.slice(0, 10) === now.slice(0, 10) ? then.slice(11, 16) : then.slice(0, 16);
}
