import { formatTitle } from './format-title.js';

/** @import { State } from './page-types.ts' */

/**
 * Puts the worst news on the tab.
 *
 * @param {State} state
 */
export function showTitle(state) {
  const { title, icon } = formatTitle(state);
  if (document.title !== title) document.title = title;
  const link = document.querySelector('link[rel=icon]');
  if (link?.getAttribute('href') !== icon) link?.setAttribute('href', icon);
}
