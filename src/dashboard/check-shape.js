import { ReadFailure } from './read-failure.js';

/** @import { Page } from './wire-types.ts' */

/**
 * What the page cannot do without, by what the monitor answers. Fields that only some pages show may be missing, and
 * more of them may come.
 */
const needed = {
  service: ['serviceId', 'serviceName', 'environment', 'status', 'since'],
  instance: ['instanceId', 'instanceKey', 'status', 'since', 'registeredAt'],
  incident: ['incidentId', 'serviceId', 'serviceName', 'environment', 'state', 'startedAt', 'detectedAt'],
  group: ['outageGroupId', 'cause', 'startedAt'],
  notification: ['notificationId', 'channelId', 'kind', 'state', 'createdAt'],
};

const times = new Set(['since', 'registeredAt', 'startedAt', 'detectedAt', 'createdAt']);

/** @typedef {keyof typeof needed} Kind */

/**
 * One thing as the page can show it, or a `ReadFailure` that says what is wrong with it.
 *
 * @template T
 * @param {Kind} kind
 * @param {unknown} value
 * @returns {T}
 */
export function checkOne(kind, value) {
  const fields = /** @type {Record<string, unknown>} */ (value);
  if (typeof value !== 'object' || value === null) throw unreadable(`one ${kind} is not an object`);
  for (const name of needed[kind]) {
    const field = fields[name];
    const isRight = typeof field === 'string' && !(times.has(name) && Number.isNaN(Date.parse(field)));
    if (!isRight) throw unreadable(`the “${name}” of one ${kind} is missing or wrong`);
  }
  return /** @type {T} */ (value);
}

/**
 * @template T
 * @param {Kind} kind
 * @param {unknown} value
 * @returns {Page<T>}
 */
export function checkPage(kind, value) {
  const { items, nextCursor = null } = /** @type {Record<string, unknown>} */ (value ?? {});
  if (!Array.isArray(items)) throw unreadable(`a list has no items`);
  if (nextCursor !== null && typeof nextCursor !== 'string') throw unreadable('a list has no end');
  return { items: items.map((item) => checkOne(kind, item)), nextCursor };
}

/** @param {string} what */
function unreadable(what) {
  return new ReadFailure('unreadable', `In its answer ${what}.`);
}
