/**
 * Moves the focus without a jump of the page.
 *
 * @param {string} selector
 */
export function focusOn(selector) {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
