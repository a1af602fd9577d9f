import { h } from './h.js';

/** @import { Actions } from './page-types.ts' */

/**
 * Draws the next rows of a long list; null when all are drawn.
 *
 * @param {number} total
 * @param {number} drawn
 * @param {Actions} actions
 */
export function moreButton(total, drawn, actions) {
  if (total <= drawn) return null;
  return h(
    'button',
    { type: 'button', class: 'more', on: { click: () => actions.moreRows() } },
    `Show more (${total - drawn} left)`,
  );
}
