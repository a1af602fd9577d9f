import { h } from './h.js';

/** @import { Child } from './h.js' */
/** @import { Incident } from './wire-types.ts' */

/**
 * The rows of incidents; those with one cause stand together, in a list below its name. An older node names none.
 *
 * @param {Incident[]} incidents
 * @param {(incident: Incident) => Child} row
 * @returns {Child[]}
 */
export function rowsByGroup(incidents, row) {
  const byGroup = Map.groupBy(
    incidents,
    ({ outageGroup, incidentId }) => outageGroup?.outageGroupId ?? incidentId,
  );
  return [...byGroup].flatMap(([id, some]) => {
    const cause = some[0]?.outageGroup?.cause;
    const rows = some.map(row);
    if (cause === undefined) return rows;
    const count = some.length === 1 ? '1 incident' : `${some.length} incidents`;
    return [
      h(
        'li',
        { key: `group ${id}`, class: 'group' },
        h('p', {}, h('a', { href: `#/groups/${id}` }, h('bdi', {}, cause)), `: the cause of ${count}`),
        // A list of its own: what stands below it is no part of it.
        h('ul', { class: 'grouped', 'aria-label': `Incidents because of ${cause}` }, rows),
      ),
    ];
  });
}
