import { connectionView, isStale } from './connection-view.js';
import { focusOn } from './focus-on.js';
import { groupView } from './group-view.js';
import { h } from './h.js';
import { incidentView } from './incident-view.js';
import { incidentsView } from './incidents-view.js';
import { keyView } from './key-view.js';
import { openIncidents } from './open-incidents.js';
import { serviceView } from './service-view.js';
import { servicesView } from './services-view.js';
import { brandIcon } from './status-icon.js';

/** @import { Child } from './h.js' */
/** @import { Actions, State } from './page-types.ts' */

/**
 * The whole page, from what is known. Every view is a pure function like this one.
 *
 * @param {State} state
 * @param {Actions} actions
 * @returns {Child[]}
 */
export function pageView(state, actions) {
  if (state.key === null)
    return [h('main', { key: 'key', id: 'main', class: 'narrow' }, keyView(state, actions))];
  return [
    header(state, actions),
    h('div', { key: 'banner', class: 'banner-place', role: 'alert' }, connectionView(state)),
    h(
      'main',
      {
        key: `${state.route.page} ${'id' in state.route ? state.route.id : ''}`,
        id: 'main',
        class: isStale(state) ? 'stale' : '',
      },
      content(state, actions),
    ),
  ];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function header(state, actions) {
  const { count: open } = openIncidents(state.services?.items ?? [], state.incidents?.items ?? []);
  const { page } = state.route;
  const link = (/** @type {string} */ href, /** @type {boolean} */ isHere, /** @type {any[]} */ ...text) =>
    h('a', { href, 'aria-current': isHere ? 'page' : null }, text);
  return h(
    'header',
    { key: 'header', class: 'top' },
    h('a', { class: 'skip', href: '#main', on: { click: skipToMain } }, 'Skip to the content'),
    h('a', { class: 'brand', href: '#/' }, brandIcon(), h('span', {}, 'Service Monitor')),
    h(
      'nav',
      { 'aria-label': 'Pages' },
      link('#/', page === 'services' || page === 'service', 'Services'),
      link(
        '#/incidents',
        page === 'incidents' || page === 'incident' || page === 'group',
        'Incidents',
        open > 0 && h('span', { class: 'count' }, open, h('span', { class: 'unseen' }, ' open')),
      ),
    ),
    h(
      'button',
      { type: 'button', class: 'quiet forget', on: { click: () => actions.forgetKey() } },
      'Forget key',
    ),
  );
}

/**
 * The address after # is the page here, so the link moves the focus itself.
 *
 * @param {Event} event
 */
function skipToMain(event) {
  event.preventDefault();
  focusOn('main h1');
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @returns {Child[]}
 */
function content(state, actions) {
  const { route, services, incidents, detail } = state;
  if (route.page === 'unknown') return nothingHere('There is no such page.');
  if (services === null || incidents === null) return waiting(isStale(state));
  if (route.page === 'services') return servicesView(state, services, incidents, actions);
  if (route.page === 'incidents') return incidentsView(state, incidents, actions);
  if (detail === null) return waiting(isStale(state));
  if (detail.kind === 'service') return serviceView(state, detail, actions);
  if (detail.kind === 'incident') return incidentView(state, detail);
  if (detail.kind === 'group') return groupView(state, detail);
  return nothingHere(
    route.page === 'service'
      ? 'There is no service with this id. It may have been archived.'
      : `There is no ${route.page === 'group' ? 'outage group' : 'incident'} with this id. It may be too old, or the link incomplete.`,
  );
}

/**
 * What is left of the page when a view fails on something that nobody thought of. It looks at nothing that was read.
 *
 * @param {State} state
 * @returns {Child[]}
 */
export function brokenView(state) {
  return [
    h('div', { key: 'banner', class: 'banner-place', role: 'alert' }, connectionView(state)),
    h(
      'main',
      { key: 'broken', id: 'main', class: 'stale' },
      h('h1', { tabindex: '-1' }, 'This cannot be shown'),
      h('p', {}, h('a', { href: '#/' }, 'All services')),
    ),
  ];
}

/** @param {boolean} isInVain */
function waiting(isInVain) {
  return [h('h1', { tabindex: '-1' }, isInVain ? 'No data could be read yet' : 'Reading …')];
}

/** @param {string} text */
function nothingHere(text) {
  return [
    h('h1', { tabindex: '-1' }, 'Not found'),
    h('p', {}, text),
    h(
      'p',
      {},
      h('a', { href: '#/' }, 'All services'),
      ' · ',
      h('a', { href: '#/incidents' }, 'All incidents'),
    ),
  ];
}
