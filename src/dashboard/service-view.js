import { factList } from './fact-list.js';
import { h } from './h.js';
import { healthNote } from './health-note.js';
import { incidentRow } from './incident-row.js';
import { instanceCard } from './instance-card.js';
import { instancesBar } from './instances-bar.js';
import { labelList } from './label-list.js';
import { maintenanceNote } from './maintenance-note.js';
import { moreButton } from './more-button.js';
import { statusChip } from './status-chip.js';
import { sortInstances } from './statuses.js';
import { timeOf } from './time-of.js';

/** @import { Child } from './h.js' */
/** @import { Actions, Detail, State } from './page-types.ts' */

/**
 * `#/services/<id>`: one service, its instances with what they sent last, its last incidents.
 *
 * @param {State} state
 * @param {Extract<Detail, { kind: 'service' }>} detail
 * @param {Actions} actions
 * @returns {Child[]}
 */
export function serviceView({ nowMs, rows }, { service, instances, incidents }, actions) {
  const { serviceName, environment, status, since, lastHeartbeatAt, openIncidentId, labels } = service;
  const sorted = sortInstances(instances.items);
  return [
    h(
      'section',
      { class: `hero card edge-${status.toLowerCase()}` },
      h(
        'p',
        { class: 'hero-state' },
        statusChip(status),
        h('span', { class: 'environment' }, h('bdi', {}, environment)),
        healthNote(service.health),
        maintenanceNote(service.maintenance, nowMs),
      ),
      h('h1', { tabindex: '-1' }, h('bdi', {}, serviceName)),
      factList([
        { name: 'Since', value: timeOf(since, nowMs) },
        { name: 'Last heartbeat', value: timeOf(lastHeartbeatAt, nowMs) },
        { name: 'Instances', value: instancesBar(service.instances) },
        ...(Object.keys(labels).length === 0 ? [] : [{ name: 'Labels', value: labelList(labels) }]),
      ]),
      openIncidentId !== null &&
        h('p', {}, h('a', { class: 'button', href: `#/incidents/${openIncidentId}` }, 'Open incident')),
    ),
    h(
      'section',
      {},
      h('h2', {}, instances.isCut ? `The first ${sorted.length} instances` : 'Instances'),
      h(
        'ul',
        { class: 'cards' },
        sorted.slice(0, rows).map((instance) => instanceCard(instance, nowMs)),
      ),
      moreButton(sorted.length, rows, actions),
    ),
    h(
      'section',
      {},
      h('h2', {}, 'Incidents'),
      incidents.length === 0
        ? h('p', { class: 'empty' }, 'None so far.')
        : h(
            'ul',
            { class: 'rows' },
            incidents.map((incident) => incidentRow(incident, nowMs)),
          ),
    ),
  ];
}
