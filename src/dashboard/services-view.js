import { firstSteps } from './first-steps.js';
import { formatAgo } from './format-time.js';
import { h } from './h.js';
import { listServices } from './list-services.js';
import { maintenanceList } from './maintenance-list.js';
import { moreButton } from './more-button.js';
import { openIncidents } from './open-incidents.js';
import { serviceFilter } from './service-filter.js';
import { serviceRow } from './service-row.js';
import { statusIcon } from './status-icon.js';
import { countByStatus, headline } from './statuses.js';

/** @import { Child } from './h.js' */
/** @import { Actions, State } from './page-types.ts' */
/** @import { Incident, Listing, Service } from './wire-types.ts' */

/**
 * `#/`: how everything is, in one sentence, in six numbers and as a list.
 *
 * @param {State} state
 * @param {Listing<Service>} services
 * @param {Listing<Incident>} incidents
 * @param {Actions} actions
 * @returns {Child[]}
 */
export function servicesView(state, services, incidents, actions) {
  if (services.items.length === 0) return firstSteps(state.origin);
  const counts = countByStatus(services.items);
  const { status, text } = headline(counts, !services.isCut);
  const rows = listServices(services.items, state.filter);
  return [
    h('h1', { tabindex: '-1', class: `headline tone-${status.toLowerCase()}` }, statusIcon(status), text),
    h(
      'p',
      { class: 'under' },
      formatOpen(services.items, incidents.items),
      h('span', { class: 'live' }, live(state)),
    ),
    maintenanceList(services.items, state.nowMs),
    services.isCut &&
      h(
        'p',
        { class: 'hint' },
        `Only the first ${services.items.length} services by name are counted and listed here. `,
        h('a', { href: '#/incidents' }, 'Incidents'),
        ' cover the others too.',
      ),
    h(
      'div',
      { class: 'tiles', role: 'group', 'aria-label': 'Services by status; press to filter' },
      [...counts].map(([each, count]) => tile(each, count, state.filter.status === each, actions)),
    ),
    serviceFilter(state.filter, services.items, actions),
    rows.length === 0
      ? h('p', { class: 'empty' }, 'No service matches the filter. ', clearButton(actions))
      : h(
          'ul',
          { class: 'rows', 'aria-label': 'Services, worst first' },
          rows.slice(0, state.rows).map((service) => serviceRow(service, state.nowMs)),
        ),
    moreButton(rows.length, state.rows, actions),
  ].filter((child) => child !== false && child !== null);
}

/**
 * @param {Service[]} services
 * @param {Incident[]} incidents
 */
function formatOpen(services, incidents) {
  const { listed, unlisted, count } = openIncidents(services, incidents);
  const first = listed[0] ?? unlisted[0];
  if (first === undefined) return 'No open incident.';
  if (count > 1) return h('a', { href: '#/incidents' }, `${count} open incidents`);
  return h(
    'a',
    { href: `#/incidents/${first.incidentId}` },
    '1 open incident: ',
    h('bdi', {}, first.serviceName),
  );
}

/** @param {State} state */
function live({ readAtMs, nowMs }) {
  return readAtMs === null
    ? ''
    : `Read ${nowMs - readAtMs < 4_000 ? 'just now' : formatAgo(readAtMs, nowMs)}`;
}

/**
 * @param {string} status
 * @param {number} count
 * @param {boolean} isPressed
 * @param {Actions} actions
 */
function tile(status, count, isPressed, actions) {
  return h(
    'button',
    {
      type: 'button',
      class: `tile tone-${status.toLowerCase()}${count === 0 ? ' zero' : ''}`,
      'aria-pressed': String(isPressed),
      on: { click: () => actions.filter({ status: isPressed ? '' : status }) },
    },
    h('span', { class: 'number' }, count),
    h('span', { class: 'label' }, statusIcon(status), status),
  );
}

/** @param {Actions} actions */
function clearButton(actions) {
  return h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      on: { click: () => actions.filter({ text: '', environment: '', status: '' }) },
    },
    'Show all',
  );
}
