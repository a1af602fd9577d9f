import { h } from './h.js';
import { statusIcon } from './status-icon.js';

/**
 * A status as colour, shape and word.
 *
 * @param {string} status
 * @param {string} [word] When something else than the status itself is to be read.
 */
export function statusChip(status, word = status) {
  return h('span', { class: `chip tone-${status.toLowerCase()}` }, statusIcon(status), word);
}
