/**
 * A length of time as the messages say it: `850 ms`, `4.2 s`, `2 min 5 s`, `3 h 12 min`, `2 d 4 h`.
 *
 * @param {number} ms
 */
export function formatDuration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const s = Math.round(ms / 1000);
  if (s < 60) return `${s} s`;
  if (s < 3600) return twoUnits(Math.floor(s / 60), 'min', s % 60, 's');
  const min = Math.round(s / 60);
  if (min < 1440) return twoUnits(Math.floor(min / 60), 'h', min % 60, 'min');
  return twoUnits(Math.floor(min / 1440), 'd', Math.floor((min % 1440) / 60), 'h');
}

/**
 * A running length of time, in whole seconds: a number that changes its form each second cannot be read.
 *
 * @param {number} ms
 */
export function formatRunning(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return s < 10 ? `${s} s` : formatDuration(s * 1000);
}

/**
 * How long ago, in one unit. What seems to lie ahead is `just now`: clocks differ by a little.
 *
 * @param {number} atMs
 * @param {number} nowMs
 */
export function formatAgo(atMs, nowMs) {
  const s = Math.floor((nowMs - atMs) / 1000);
  if (s < 1) return 'just now';
  if (s < 60) return `${s} s ago`;
  if (s < 3600) return `${Math.floor(s / 60)} min ago`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ago`;
  return `${Math.floor(s / 86_400)} d ago`;
}

/**
 * A moment as the messages say it, always UTC: `2026-11-21 03:12:04 UTC`.
 *
 * @param {number} atMs
 */
export function formatMoment(atMs) {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * The time alone where the day is known.
 *
 * @param {number} atMs
 */
export function formatClock(atMs) {
  return formatMoment(atMs).slice(11);
}

/**
 * @param {number} large
 * @param {string} largeUnit
 * @param {number} small
 * @param {string} smallUnit
 */
function twoUnits(large, largeUnit, small, smallUnit) {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
