import { h } from './h.js';
import { sayMoment, sayRunning } from './say-time.js';
import { statusIcon } from './status-icon.js';

/** @import { Child } from './h.js' */
/** @import { State } from './page-types.ts' */

/**
 * Says loudly when what is shown is not of now: a page that looks healthy because it is old is worse than none.
 *
 * @param {State} state
 * @returns {Child[]}
 */
export function connectionView({ connection, readAtMs, services, nowMs }) {
  if (connection.kind === 'waiting' || connection.kind === 'live') return [];
  const what =
    connection.kind === 'unreachable'
      ? 'The monitor cannot be reached.'
      : 'The monitor answers, but cannot tell.';
  const age =
    readAtMs === null || services === null
      ? null
      : `What you see is from ${sayMoment(readAtMs)}, ${sayRunning(nowMs - readAtMs)} ago.`;
  return [
    h(
      'div',
      { class: 'banner' },
      statusIcon('Degraded'),
      // The words that count seconds are not read out again each second.
      h('p', {}, h('strong', {}, what), ` ${connection.reason} Trying again. `),
      age !== null && h('p', { 'aria-live': 'off' }, age),
    ),
  ];
}
