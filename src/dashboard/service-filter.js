import { h } from './h.js';

/** @import { Actions, ServiceFilter } from './page-types.ts' */
/** @import { Service } from './wire-types.ts' */

/**
 * By name and environment; the tiles above it are the filter by status.
 *
 * @param {ServiceFilter} filter
 * @param {Service[]} services
 * @param {Actions} actions
 */
export function serviceFilter(filter, services, actions) {
  const { text, environment } = filter;
  // What was chosen stays there to be seen, though its last service went away.
  const named = [...services.map((service) => service.environment), environment].filter(Boolean);
  const environments = [...new Set(named)].sort();
  return h(
    'div',
    { key: 'filter', class: 'filter', role: 'search' },
    h('label', { class: 'unseen', for: 'text' }, 'Find a service by name'),
    h('input', {
      id: 'text',
      type: 'search',
      placeholder: 'Find a service',
      autocomplete: 'off',
      'aria-keyshortcuts': '/',
      value: text,
      on: { input: (event) => actions.filter({ text: valueOf(event) }) },
    }),
    h('label', { class: 'unseen', for: 'environment' }, 'Environment'),
    h(
      'select',
      {
        id: 'environment',
        value: environment,
        on: { change: (event) => actions.filter({ environment: valueOf(event) }) },
      },
      h('option', { value: '' }, 'All environments'),
      environments.map((name) => h('option', { key: name, value: name }, name)),
    ),
  );
}

/** @param {Event} event */
function valueOf(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;
}
