import { h } from './h.js';

/** @import { Loose } from './h.js' */

/**
 * What something says of itself, beside what is heard of it; nothing when it says that it is well, or says nothing.
 *
 * @param {string | null} health
 * @returns {Loose}
 */
export function healthNote(health) {
  if (health === null || health === 'healthy') return null;
  return h('span', { class: 'health tone-degraded' }, `reports ${health}`);
}
