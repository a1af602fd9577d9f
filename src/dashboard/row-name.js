import { h } from './h.js';

/** @import { Loose } from './h.js' */

/**
 * Which service a row is about.
 *
 * @param {string} serviceName
 * @param {string} environment
 * @param {Loose} [note] What is to be known of it beside its status.
 */
export function rowName(serviceName, environment, note = null) {
  return h(
    'span',
    { class: 'name' },
    h('strong', {}, h('bdi', {}, serviceName)),
    ' ',
    h('span', { class: 'environment' }, h('bdi', {}, environment)),
    note && [' ', note],
  );
}
