import { focusOn } from './focus-on.js';
import { brokenView, pageView } from './page-view.js';
import { patch } from './patch.js';
import { showTitle } from './show-title.js';

/** @import { Child } from './h.js' */
/** @import { Actions, State } from './page-types.ts' */

/**
 * Makes the document what the state says, and leaves the focus where it is.
 *
 * @param {State} state
 * @param {Actions} actions
 */
export function draw(state, actions) {
  const page = /** @type {HTMLElement} */ (document.getElementById('page'));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const { shown, children } = viewOf(state, actions);
  patch(page, children);
  if (focused !== document.activeElement) {
    // A row that moved has lost the focus on the way; a title that was replaced leaves it to the next one.
    if (focused?.isConnected) focused.focus({ preventScroll: true });
    else if (focused?.matches('h1')) focusOn('main h1');
  }
  showTitle(shown);
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @returns {{ shown: State, children: Child[] }}
 */
function viewOf(state, actions) {
  try {
    return { shown: state, children: pageView(state, actions) };
  } catch (error) {
    const reason = String(error);
    /** @type {State} */
    const shown = {
      ...state,
      connection: { kind: 'failing', why: 'unreadable', reason, sinceMs: state.nowMs },
    };
    return { shown, children: brokenView(shown) };
  }
}
