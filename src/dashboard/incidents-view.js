import { h } from './h.js';
import { incidentRow } from './incident-row.js';

/** @import { Child } from './h.js' */
/** @import { Actions, State } from './page-types.ts' */
/** @import { Incident, Listing } from './wire-types.ts' */

/**
 * `#/incidents`: those that are not over, then those that are, newest first.
 *
 * @param {State} state
 * @param {Listing<Incident>} incidents
 * @param {Actions} actions
 * @returns {Child[]}
 */
export function incidentsView({ nowMs }, incidents, actions) {
  const open = incidents.items.filter(({ state }) => state !== 'resolved');
  const past = incidents.items.filter(({ state }) => state === 'resolved');
  const list = (/** @type {Incident[]} */ items, /** @type {string} */ label) =>
    h(
      'ul',
      { class: 'rows', 'aria-label': label },
      items.map((incident) => incidentRow(incident, nowMs)),
    );
  return [
    h(
      'h1',
      { tabindex: '-1', class: 'above-rows' },
      open.length === 0
        ? 'No open incident'
        : open.length === 1
          ? '1 open incident'
          : `${open.length} open incidents`,
    ),
    ...(open.length > 0 ? [list(open, 'Open incidents')] : []),
    h('h2', {}, 'Past incidents'),
    past.length > 0 ? list(past, 'Past incidents') : h('p', { class: 'empty' }, 'None so far.'),
    ...(incidents.isCut
      ? [
          h(
            'button',
            { type: 'button', class: 'more', on: { click: () => actions.olderIncidents() } },
            'Show older incidents',
          ),
        ]
      : []),
  ];
}
