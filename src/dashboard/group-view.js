import { factList } from './fact-list.js';
import { formatMoment } from './format-time.js';
import { h } from './h.js';
import { rowName } from './row-name.js';
import { statusChip } from './status-chip.js';
import { timeOf } from './time-of.js';

/** @import { Child } from './h.js' */
/** @import { Detail, State } from './page-types.ts' */
/** @import { OutageGroup } from './wire-types.ts' */

/**
 * `#/groups/<id>`, where the messages of an outage group lead: its cause, and its incidents alone.
 *
 * @param {State} state
 * @param {Extract<Detail, { kind: 'group' }>} detail
 * @returns {Child[]}
 */
export function groupView({ nowMs }, { group }) {
  const { cause, startedAt, endedAt, instances, incidents, notExplained } = group;
  const others = notExplained.map(({ serviceName, environment }) => `${serviceName} (${environment})`);
  return [
    h('h1', { tabindex: '-1' }, h('bdi', {}, cause)),
    factList([
      { name: 'Since', value: timeOf(startedAt, nowMs, formatMoment) },
      { name: 'Over', value: endedAt === null ? 'not yet' : timeOf(endedAt, nowMs, formatMoment) },
      { name: 'Silent', value: `${endedAt === null ? instances.silent : 0} of ${instances.total} instances` },
      ...(others.length === 0 ? [] : [{ name: 'Not explained by it', value: others.join(', ') }]),
    ]),
    h('h2', {}, incidents.length === 1 ? '1 incident' : `${incidents.length} incidents`),
    h('ul', { class: 'rows', 'aria-label': 'Incidents of the group' }, incidents.map(rowOf)),
    h('p', {}, h('a', { href: '#/incidents' }, 'All incidents')),
  ];
}

/** @param {OutageGroup['incidents'][number]} incident */
function rowOf({ incidentId, serviceName, environment, over }) {
  const status = over ? 'Recovered' : 'Down';
  return h(
    'li',
    { key: incidentId },
    h(
      'a',
      { class: `row incident edge-${status.toLowerCase()}`, href: `#/incidents/${incidentId}` },
      statusChip(status, over ? 'Heard again' : 'Down'),
      rowName(serviceName, environment),
    ),
  );
}
