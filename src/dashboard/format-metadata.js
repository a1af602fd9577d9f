import { exactJson } from './exact-json.js';

/** The metrics that the SDKs send, named as the messages name them. @type {Map<string, [string, string]>} */
const known = new Map([
  ['cpu_percent', ['CPU', ' %']],
  ['memory_mb', ['Memory', ' MB']],
  ['total_memory_mb', ['Total memory', ' MB']],
  ['disk_usage_percent', ['Disk used', ' %']],
  ['requests_per_minute', ['Requests', ' per min']],
  ['active_connections', ['Active connections', '']],
  ['thread_count', ['Threads', '']],
]);

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/**
 * @typedef {{ name: string, value: string }} Fact
 */

/**
 * The metrics among what an instance sent, with names and units.
 *
 * @param {Record<string, unknown> | null} metadata
 * @returns {Fact[]}
 */
export function metricsIn(metadata) {
  return [...known].flatMap(([key, [name, unit]]) => {
    const digits = /** @type {Intl.StringNumericLiteral | null} */ (exactJson.digitsOf(metadata?.[key]));
    return digits === null ? [] : [{ name, value: `${number.format(digits)}${unit}` }];
  });
}

/**
 * Everything that an instance sent, as it was sent.
 *
 * @param {Record<string, unknown> | null} metadata
 * @returns {Fact[]}
 */
export function allIn(metadata) {
  return Object.entries(metadata ?? {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value, null, 1),
  }));
}
