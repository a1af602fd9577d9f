import { formatMoment, formatRunning } from './format-time.js';
import { h } from './h.js';
import { statusIcon } from './status-icon.js';

/** @import { Child } from './h.js' */
/** @import { State } from './page-types.ts' */

const said = {
  unreachable: 'The monitor cannot be reached.',
  foreign: 'Another server answers instead of the monitor.',
  unavailable: 'The monitor answers, but cannot read its data.',
  unreadable: 'The answer of the monitor is not valid for this page.',
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
      : ['No data was read for a long time.', 'Waiting for the monitor.'];
  const since = (/** @type {number} */ atMs) => `${formatMoment(atMs)}, ${formatRunning(nowMs - atMs)} ago`;
  const age =
    readAtMs !== null
      ? `This page shows the state of ${since(readAtMs)}.`
      : connection.kind === 'failing' && `Since ${since(connection.sinceMs)}.`;
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
