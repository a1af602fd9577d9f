import { formatDuration, formatMoment, formatRunning } from './format-time.js';
import { h } from './h.js';
import { lookOf } from './look-of-incident.js';
import { outlineIncident } from './outline-incident.js';
import { rowName } from './row-name.js';
import { statusChip } from './status-chip.js';
import { timeOf } from './time-of.js';

/** @import { Incident } from './wire-types.ts' */

/**
 * One incident in a list; the whole row is the link to its page.
 *
 * @param {Incident} incident
 * @param {number} nowMs
 */
export function incidentRow(incident, nowMs) {
  const { incidentId, serviceName, environment, startedAt, outages, flapping, acknowledged } = incident;
  const { status, word } = lookOf(incident.state);
  const { downMs } = outlineIncident(incident, nowMs);
  const length = incident.state === 'open' ? formatRunning(downMs) : formatDuration(downMs);
  const row = [outages > 1 && `${outages} outages`, flapping && 'flapping'].filter(Boolean).join(', ');
  const remarks = [
    row,
    row !== '' && acknowledged !== null && ', ',
    acknowledged !== null && ['acknowledged by ', h('bdi', {}, acknowledged.by)],
  ].filter((remark) => remark !== false && remark !== '');
  const began =
    incident.state === 'resolved' ? timeOf(startedAt, nowMs, formatMoment) : timeOf(startedAt, nowMs);
  return h(
    'li',
    { key: incidentId },
    h(
      'a',
      { class: `row incident edge-${status.toLowerCase()}`, href: `#/incidents/${incidentId}` },
      statusChip(status, word),
      rowName(serviceName, environment),
      h('span', { class: 'fact since' }, h('span', { class: 'what' }, 'began '), began),
      h('span', { class: 'fact heard' }, h('span', { class: 'what' }, 'down for '), length),
      remarks.length > 0 && h('span', { class: 'fact remarks' }, remarks),
    ),
  );
}
