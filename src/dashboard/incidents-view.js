import { h } from './h.js';
import { incidentRow } from './incident-row.js';
import { openIncidents } from './open-incidents.js';
import { rowName } from './row-name.js';
import { rowsByGroup } from './rows-by-group.js';
import { statusChip } from './status-chip.js';
import { timeOf } from './time-of.js';

/** @import { Child } from './h.js' */
/** @import { Actions, State } from './page-types.ts' */
/** @import { Incident, Listing, Service } from './wire-types.ts' */

/**
 * `#/incidents`: those that are not over, then those that are, newest first.
 *
 * @param {State} state
 * @param {Listing<Incident>} incidents
 * @param {Actions} actions
 * @returns {Child[]}
 */
export function incidentsView({ nowMs, services }, incidents, actions) {
  const open = openIncidents(services?.items ?? [], incidents.items);
  const past = incidents.items.filter(({ state }) => state === 'resolved');
  const list = (/** @type {string} */ label, /** @type {Child[]} */ rows) =>
    h('ul', { class: 'rows', 'aria-label': label }, rows);
  const row = (/** @type {Incident} */ incident) => incidentRow(incident, nowMs);
  return [
    h(
      'h1',
      { tabindex: '-1', class: 'above-rows' },
      open.count === 0
        ? 'No open incident'
        : open.count === 1
          ? '1 open incident'
          : `${open.count} open incidents`,
    ),
    ...(open.count > 0
      ? [
          list('Open incidents', [
            ...rowsByGroup(open.listed, row),
            ...open.unlisted.map((service) => unlistedRow(service, nowMs)),
          ]),
        ]
      : []),
    h('h2', {}, 'Past incidents'),
    past.length > 0
      ? list('Past incidents', rowsByGroup(past, row))
      : h('p', { class: 'empty' }, 'None so far.'),
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

/**
 * An incident of which only its service was read.
 *
 * @param {Service & { incidentId: string }} service
 * @param {number} nowMs
 */
function unlistedRow({ incidentId, serviceName, environment, status, since }, nowMs) {
  return h(
    'li',
    { key: incidentId },
    h(
      'a',
      { class: `row incident edge-${status.toLowerCase()}`, href: `#/incidents/${incidentId}` },
      statusChip(status),
      rowName(serviceName, environment),
      h('span', { class: 'fact since' }, h('span', { class: 'what' }, 'since '), timeOf(since, nowMs)),
    ),
  );
}
