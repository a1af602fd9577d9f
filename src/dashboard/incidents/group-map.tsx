import type { Instance } from '../monitor/wire-types.ts';
import { StatusIcon } from '../parts/status-icon.tsx';
import { mapPlaces, type Place, type Zone } from './map-places.ts';

/** More are no map any more; the worst come first. */
const mostCells = 120;

/** Where the services of a group run: a cell for each machine, below the name of its zone, as it is. */
export function GroupMap({ instances }: { instances: readonly Instance[] }) {
  const zones = mapPlaces(instances);
  if (zones.length === 0) return null;
  return (
    <section>
      <h2>Where its services run</h2>
      <div class="card map">
        {zones.map((zone) => (
          <ZoneCells key={zone.name} zone={zone} hasName={zones.length > 1 || zone.name !== ''} />
        ))}
      </div>
    </section>
  );
}

function ZoneCells({ zone: { name, places }, hasName }: { zone: Zone; hasName: boolean }) {
  const title = name === '' ? 'no zone given' : `zone ${name}`;
  const left = places.length - mostCells;
  return (
    <div>
      {hasName && (
        <h3>
          <bdi>{title}</bdi>
        </h3>
      )}
      <ul class="cells" aria-label={`Machines, ${title}`}>
        {places.slice(0, mostCells).map((place) => (
          <Cell key={place.host} place={place} />
        ))}
        {left > 0 && <li class="hint">and {left} more</li>}
      </ul>
    </div>
  );
}

function Cell({ place: { host, status, counts } }: { place: Place }) {
  const words = counts.map(([each, count]) => `${count} ${each}`).join(', ');
  return (
    <li class={`cell tone-${status.toLowerCase()}`} title={`${host}: ${words}`}>
      <StatusIcon status={status} />
      <span>
        <strong>
          <bdi>{host}</bdi>
        </strong>
        <span class="what">{words}</span>
      </span>
    </li>
  );
}
