import { h } from './h.js';
import { healthNote } from './health-note.js';
import { instancesBar } from './instances-bar.js';
import { maintenanceNote } from './maintenance-note.js';
import { rowName } from './row-name.js';
import { statusChip } from './status-chip.js';
import { timeOf } from './time-of.js';

/** @import { Service } from './wire-types.ts' */

/**
 * One service in the list; the whole row is the link to its page, easy to hit with a thumb.
 *
 * @param {Service} service
 * @param {number} nowMs
 */
export function serviceRow(service, nowMs) {
  const {
    serviceId,
    serviceName,
    environment,
    status,
    since,
    lastHeartbeatAt,
    instances,
    health,
    maintenance,
  } = service;
  return h(
    'li',
    { key: serviceId },
    h(
      'a',
      { class: `row edge-${status.toLowerCase()}`, href: `#/services/${serviceId}` },
      statusChip(status),
      rowName(serviceName, environment, [healthNote(health), ' ', maintenanceNote(maintenance, nowMs)]),
      h('span', { class: 'fact since' }, h('span', { class: 'what' }, 'since '), timeOf(since, nowMs)),
      h(
        'span',
        { class: 'fact heard' },
        h('span', { class: 'what' }, 'heartbeat '),
        timeOf(lastHeartbeatAt, nowMs),
      ),
      instancesBar(instances),
    ),
  );
}
