import { formatClock, formatMoment } from './format-time.js';
import { h } from './h.js';

/** @import { Loose } from './h.js' */
/** @import { Service } from './wire-types.ts' */

const halfDayMs = 12 * 60 * 60 * 1000;

/**
 * That the messages of a service are held back, until when, why and by whom; nothing when they are not. An older node
 * does not say it.
 *
 * @param {Service['maintenance'] | undefined} maintenance
 * @param {number} nowMs
 * @returns {Loose}
 */
export function maintenanceNote(maintenance, nowMs) {
  if (maintenance === null || maintenance === undefined) return null;
  const { until, by, note } = maintenance;
  const untilMs = Date.parse(until);
  const when = untilMs - nowMs < halfDayMs ? formatClock(untilMs) : formatMoment(untilMs);
  const why = note === null ? [h('bdi', {}, by)] : [h('bdi', {}, note), ' (', h('bdi', {}, by), ')'];
  return h('span', { class: 'maintenance' }, `messages held until ${when}: `, why);
}
