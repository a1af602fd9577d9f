import { formatAgo, formatMoment } from './format-time.js';
import { h } from './h.js';

/**
 * A moment, as people feel it; the exact one stands behind it, in UTC like in the messages and as the clock on the
 * wall says it.
 *
 * @param {string | null} at
 * @param {number} nowMs
 * @param {(atMs: number) => string} [say]
 */
export function timeOf(at, nowMs, say = (atMs) => formatAgo(atMs, nowMs)) {
  if (at === null) return 'never';
  const atMs = Date.parse(at);
  const title = `${formatMoment(atMs)} · here ${new Date(atMs).toLocaleString()}`;
  return h('time', { datetime: at, title }, say(atMs));
}
