import { h } from './h.js';

/**
 * Which service a row is about.
 *
 * @param {string} serviceName
 * @param {string} environment
 */
export function rowName(serviceName, environment) {
  return h(
    'span',
    { class: 'name' },
    h('strong', {}, h('bdi', {}, serviceName)),
    ' ',
    h('span', { class: 'environment' }, h('bdi', {}, environment)),
  );
}
