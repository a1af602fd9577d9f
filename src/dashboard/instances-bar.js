import { h } from './h.js';

/** @import { Service } from './wire-types.ts' */

/**
 * How many instances are in which status: a bar to glance at, and the same in words.
 *
 * @param {Service['instances']} instances
 */
export function instancesBar(instances) {
  const parts = [
    { status: 'Down', count: instances.down },
    { status: 'Degraded', count: instances.degraded },
    { status: 'Recovered', count: instances.recovered },
    { status: 'Pending', count: instances.pending },
    { status: 'Healthy', count: instances.healthy },
  ].filter(({ count }) => count > 0);
  const words = parts.map(({ status, count }) => `${count} ${status}`).join(', ') || 'none';
  return h(
    'span',
    { class: 'instances', title: words },
    h(
      'span',
      { class: 'bar', 'aria-hidden': 'true' },
      parts.map(({ status, count }) =>
        h('span', { class: `tone-${status.toLowerCase()}`, style: { 'flex-grow': String(count) } }),
      ),
    ),
    words,
  );
}
