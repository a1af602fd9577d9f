import { focusOn } from './focus-on.ts';

/** The key `/` goes to the search field, as in many tools for people who do not leave the keyboard. */
export function searchOnSlash(): void {
  window.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.getElementById('text') === null) return;
    event.preventDefault();
    focusOn('#text');
  });
}
