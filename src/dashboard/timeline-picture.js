import { formatClock, formatDuration, formatMoment } from './format-time.js';
import { h } from './h.js';
import { own } from './own.js';
import { statusChip } from './status-chip.js';
import { statusIcon } from './status-icon.js';
import { timeOf } from './time-of.js';

/** @import { outlineIncident } from './outline-incident.js' */
/** @import { Incident } from './wire-types.ts' */

/**
 * An incident as a line from its first silence to its end, and the same as a list of steps.
 *
 * @param {Incident} incident
 * @param {ReturnType<typeof outlineIncident>} outline
 * @param {number} nowMs
 */
export function timelinePicture(incident, { startedAtMs, resolvedAtMs, stretches }, nowMs) {
  return h(
    'div',
    { class: 'card timeline' },
    h(
      'div',
      { class: 'track', 'aria-hidden': 'true' },
      stretches.map(({ status, fromMs, toMs }, i) => {
        const ms = toMs - fromMs;
        const isOpenEnd = resolvedAtMs === null && i === stretches.length - 1;
        return h(
          'span',
          {
            class: `stretch tone-${status.toLowerCase()}${isOpenEnd ? ' goes-on' : ''}`,
            style: { 'flex-grow': String(ms) },
            title: `${status} for ${formatDuration(ms)}, from ${formatMoment(fromMs)}`,
          },
          h('span', {}, statusIcon(status), h('span', { class: 'word' }, status)),
        );
      }),
    ),
    h(
      'p',
      { class: 'ends', 'aria-hidden': 'true' },
      h('span', {}, formatClock(startedAtMs)),
      h('span', {}, resolvedAtMs === null ? 'now' : formatClock(resolvedAtMs)),
    ),
    h('ol', { class: 'steps' }, steps(incident, startedAtMs, nowMs)),
  );
}

/**
 * @param {Incident} incident
 * @param {number} startedAtMs
 * @param {number} nowMs
 */
function steps({ timeline, startedAt }, startedAtMs, nowMs) {
  const step = (/** @type {string} */ at, /** @type {any[]} */ ...what) =>
    h('li', {}, h('span', { class: 'at' }, timeOf(at, nowMs, formatClock)), h('span', {}, what));
  return [
    step(startedAt, 'The outage begins'),
    timeline.map((entry) => {
      if ('action' in entry) return step(entry.at, formatAction(entry));
      const afterMs = Date.parse(entry.at) - startedAtMs;
      return step(
        entry.at,
        statusChip(entry.to),
        afterMs > 0 && h('span', { class: 'hint' }, ` after ${formatDuration(afterMs)}`),
      );
    }),
  ];
}

const acts = { acknowledged: 'looks at it', noted: 'notes', resolved: 'resolved it' };

/** @param {Extract<Incident['timeline'][number], { action: string }>} entry */
function formatAction({ action, by, note }) {
  return [
    h('bdi', {}, by),
    ` ${own(acts, action) ?? action}`,
    ...(note === null ? [] : [': ', h('bdi', {}, note)]),
  ];
}
