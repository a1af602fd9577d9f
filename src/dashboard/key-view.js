import { h } from './h.js';
import { brandIcon, statusIcon } from './status-icon.js';

/** @import { Actions, State } from './page-types.ts' */

/**
 * Asks for the API key. The address stays as it is, so a link from a message leads on to its incident.
 *
 * @param {State} state
 * @param {Actions} actions
 */
export function keyView({ keyRefusal, route }, actions) {
  return [
    h('h1', { class: 'brand', tabindex: '-1' }, brandIcon(), 'Service Monitor'),
    route.page === 'incident' && h('p', {}, 'Enter the API key to open the incident.'),
    h(
      'form',
      { class: 'card', on: { submit: (/** @type {Event} */ event) => submit(event, actions) } },
      h('label', { for: 'key' }, 'API key with the scope “read”'),
      h(
        'div',
        { class: 'key-row' },
        h('input', {
          id: 'key',
          type: 'password',
          name: 'key',
          required: true,
          autocomplete: 'current-password',
          autocapitalize: 'off',
          spellcheck: 'false',
          placeholder: 'smk_…',
          'aria-describedby': 'key-hint',
          'aria-invalid': keyRefusal === null ? null : 'true',
        }),
        h('button', { type: 'submit', class: 'main' }, 'Open'),
      ),
      h(
        'div',
        { role: 'alert' },
        keyRefusal !== null && h('p', { class: 'refusal' }, statusIcon('Down'), keyRefusal),
      ),
      h(
        'p',
        { id: 'key-hint', class: 'hint' },
        'The key stays in this tab until you close the tab or forget the key. To create one: ',
        h('code', {}, 'npm start -- keys create'),
      ),
    ),
  ];
}

/**
 * @param {Event} event
 * @param {Actions} actions
 */
function submit(event, actions) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('key'));
  actions.useKey(field.value.trim());
}
