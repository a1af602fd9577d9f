import { h } from './h.js';
import { maintenanceNote } from './maintenance-note.js';

/** @import { Child } from './h.js' */
/** @import { Service } from './wire-types.ts' */

/**
 * The maintenance windows that hold messages back now, each with how many of these services it is about; nothing when
 * there is none.
 *
 * @param {Service[]} services
 * @param {number} nowMs
 * @returns {Child | null}
 */
export function maintenanceList(services, nowMs) {
  const held = services.filter(({ maintenance }) => maintenance != null);
  const byWindow = Map.groupBy(held, ({ maintenance }) => maintenance?.windowId);
  if (byWindow.size === 0) return null;
  return h(
    'ul',
    { class: 'windows', 'aria-label': 'Maintenance' },
    [...byWindow].map(([windowId, some]) =>
      h(
        'li',
        { key: windowId ?? '' },
        `Maintenance of ${some.length === 1 ? '1 service' : `${some.length} services`}: `,
        maintenanceNote(some[0]?.maintenance, nowMs),
      ),
    ),
  );
}
