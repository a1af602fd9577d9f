import type { Service } from '../monitor/wire-types.ts';
import { MaintenanceNote } from './maintenance-note.tsx';

/**
 * The maintenance windows that hold messages back now, each with how many of these services it is about; nothing when
 * there is none.
 */
export function MaintenanceList({ services }: { services: readonly Service[] }) {
  const held = services.filter(({ maintenance }) => maintenance != null);
  const byWindow = Map.groupBy(held, ({ maintenance }) => maintenance?.windowId);
  if (byWindow.size === 0) return null;
  return (
    <ul class="windows" aria-label="Maintenance">
      {[...byWindow].map(([windowId, some]) => (
        <li key={windowId}>
          Maintenance of {some.length === 1 ? '1 service' : `${some.length} services`}:{' '}
          <MaintenanceNote maintenance={some[0]?.maintenance} />
        </li>
      ))}
    </ul>
  );
}
