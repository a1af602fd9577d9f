import { factList } from './fact-list.js';
import { formatClock, formatDuration, formatMoment, formatRunning } from './format-time.js';
import { h } from './h.js';
import { lookOf } from './look-of-incident.js';
import { maintenanceNote } from './maintenance-note.js';
import { notificationsTable } from './notifications-table.js';
import { outlineIncident } from './outline-incident.js';
import { statusChip } from './status-chip.js';
import { timeOf } from './time-of.js';
import { timelinePicture } from './timeline-picture.js';

/** @import { Child } from './h.js' */
/** @import { Detail, State } from './page-types.ts' */
/** @import { Incident } from './wire-types.ts' */

/**
 * `#/incidents/<id>`, where messages lead: what, since when, how long, in this order and large.
 *
 * @param {State} state
 * @param {Extract<Detail, { kind: 'incident' }>} detail
 * @returns {Child[]}
 */
export function incidentView({ nowMs, services }, { incident, notifications }) {
  const outline = outlineIncident(incident, nowMs);
  const { status, word } = lookOf(incident.state);
  const service = services?.items.find(({ serviceId }) => serviceId === incident.serviceId);
  // The day is said once, unless it changed.
  const say = (/** @type {number} */ atMs) =>
    formatMoment(atMs).slice(0, 10) === incident.startedAt.slice(0, 10)
      ? formatClock(atMs)
      : formatMoment(atMs);
  const fact = (/** @type {string} */ name, /** @type {string | null} */ at) =>
    at === null ? [] : [{ name, value: timeOf(at, nowMs, say) }];
  return [
    h(
      'section',
      { class: `hero card edge-${status.toLowerCase()}` },
      h(
        'p',
        { class: 'hero-state' },
        statusChip(status, word),
        h('span', { class: 'environment' }, h('bdi', {}, incident.environment)),
        incident.state !== 'resolved' && maintenanceNote(service?.maintenance, nowMs),
      ),
      h('h1', { tabindex: '-1' }, h('bdi', {}, incident.serviceName)),
      h('p', { class: `hero-length tone-${status.toLowerCase()}` }, formatLength(incident, outline)),
      factList([
        { name: 'Since', value: timeOf(incident.startedAt, nowMs, formatMoment) },
        {
          name: 'Detected',
          value: [
            timeOf(incident.detectedAt, nowMs, say),
            `, after ${formatDuration(outline.detectedAfterMs)}`,
          ],
        },
        ...(incident.outageGroup == null ? [] : [{ name: 'Part of', value: linkTo(incident.outageGroup) }]),
        ...fact('Back', incident.recoveredAt),
        ...fact('Resolved', incident.resolvedAt),
        ...(incident.outages > 1
          ? [
              { name: 'Outages', value: formatOutages(incident) },
              { name: 'Silent', value: `${formatDuration(outline.downMs)} in all` },
            ]
          : []),
        ...(incident.state === 'resolved' && incident.acknowledged === null
          ? []
          : [{ name: 'Acknowledged by', value: formatAcknowledged(incident) }]),
        ...(service === undefined ? [] : [{ name: 'Service now', value: statusChip(service.status) }]),
      ]),
      h('p', {}, h('a', { class: 'button', href: `#/services/${incident.serviceId}` }, 'Show its instances')),
    ),
    h('section', {}, h('h2', {}, 'Timeline'), timelinePicture(incident, outline, nowMs)),
    h('section', {}, h('h2', {}, 'Notifications'), notificationsTable(notifications, nowMs)),
  ];
}

/**
 * @param {Incident} incident
 * @param {ReturnType<typeof outlineIncident>} outline
 */
function formatLength({ state, outages, quietUntil }, { outageMs }) {
  const often = outages > 1 ? `${outages} times in ` : 'for ';
  if (state === 'open') return `Down ${often}${formatRunning(outageMs)}`;
  const length = formatDuration(outageMs);
  if (state === 'recovering')
    return quietUntil == null
      ? `Back after ${length}, not on time yet`
      : `Back after ${length}; resolves at ${formatClock(Date.parse(quietUntil))} if it stays on time`;
  return state === 'resolved' ? `Was down ${often}${length}` : length;
}

/** @param {NonNullable<Incident['outageGroup']>} group */
function linkTo({ outageGroupId, cause }) {
  return h('a', { href: `#/groups/${outageGroupId}` }, h('bdi', {}, cause));
}

/** @param {Incident} incident */
function formatOutages({ outages, flapping, state }) {
  return flapping && state !== 'resolved' ? `${outages}, summarised once an hour` : String(outages);
}

/** @param {Incident} incident */
function formatAcknowledged({ acknowledged }) {
  if (acknowledged === null) return 'nobody yet';
  const { by, at, note } = acknowledged;
  const who = [h('bdi', {}, by), `, ${formatClock(Date.parse(at))}`];
  return note === null ? who : [...who, ': ', h('bdi', { class: 'note' }, note)];
}
