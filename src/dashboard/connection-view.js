import { formatMoment, formatRunning } from './format-time.js';
import { h } from './h.js';
import { statusIcon } from './status-icon.js';

/** @import { Child } from './h.js' */
/** @import { State } from './page-types.ts' */

const said = {
  unreachable: 'The monitor cannot be reached.',
  foreign: 'What answers is not the monitor.',
  unavailable: 'The monitor answers, but cannot tell.',
  unreadable: 'The monitor answers what this page does not understand.',
};

/**
 * Whether what is shown may not be true any more.
 *
 * @param {Pick<State, 'connection' | 'isOld'>} state
 */
export function isStale({ connection, isOld }) {
  return isOld || connection.kind === 'failing';
}

/**
 * Says loudly when what is shown is not of now: a page that looks healthy because it is old is worse than none.
 *
 * @param {Pick<State, 'connection' | 'isOld' | 'readAtMs' | 'nowMs'>} state
 * @returns {Child[]}
 */
export function connectionView({ connection, isOld, readAtMs, nowMs }) {
  if (!isStale({ connection, isOld })) return [];
  const [what, why] =
    connection.kind === 'failing'
      ? [said[connection.why], `${connection.reason} Trying again.`]
      : ['Nothing was read for long.', 'Waiting for the monitor.'];
  const since = (/** @type {number} */ atMs) => `${formatMoment(atMs)}, ${formatRunning(nowMs - atMs)} ago`;
  const age =
    readAtMs !== null
      ? `What you see is from ${since(readAtMs)}.`
      : connection.kind === 'failing' && `It has been so since ${since(connection.sinceMs)}.`;
  return [
    h(
      'div',
      { class: 'banner' },
      statusIcon('Degraded'),
      h('p', {}, h('strong', {}, what), ` ${why} `),
      // The words that count seconds are not read out again each second.
      age !== false && h('p', { 'aria-live': 'off' }, age),
    ),
  ];
}
