import { h } from './h.js';

/** @import { Child } from './h.js' */
/** @import { Incident } from './wire-types.ts' */

/**
 * The rows of incidents; those with one cause stand together, below a row that names it. An older node names none.
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
      h('li', { key: `group ${id}`, class: 'group' }, h('bdi', {}, cause), ` is the cause of ${count}:`),
      ...rows,
    ];
  });
}
