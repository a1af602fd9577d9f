import { h } from './h.js';

/**
 * The labels of a service, each as it is written in the search field and in a filter of the API: `team:shop`.
 *
 * @param {Record<string, string>} labels
 */
export function labelList(labels) {
  return h(
    'span',
    { class: 'labels' },
    Object.entries(labels).map(([name, value]) =>
      h('bdi', { key: name, class: 'label-of-service' }, `${name}:${value}`),
    ),
  );
}
