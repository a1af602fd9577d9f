import { h } from './h.js';

/** @import { Loose } from './h.js' */

/**
 * Names and values.
 *
 * @param {{ name: string, value: Loose }[]} facts
 * @param {string} [look]
 */
export function factList(facts, look = '') {
  return h(
    'dl',
    { class: `facts ${look}` },
    facts.map(({ name, value }) =>
      h('div', { key: name }, h('dt', {}, h('bdi', {}, name)), h('dd', {}, h('bdi', {}, value))),
    ),
  );
}
