import { h } from './h.js';
import { own } from './own.js';
import { statusChip } from './status-chip.js';
import { timeOf } from './time-of.js';

/** @import { Listing, Notification } from './wire-types.ts' */

const kinds = {
  down: 'Down',
  recovering: 'Recovered',
  flapping: 'Flapping',
  reminder: 'Reminder',
  escalation: 'Escalation',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  impaired: 'Impaired',
  well: 'Well again',
  health: 'Health',
  degraded: 'Degraded',
  'instance-down': 'Instance down',
  digest: 'Digest',
  group: 'Outage group',
  'group-over': 'Outage group over',
};

/** What became of a message, in the colours and shapes that are known from statuses. */
const outcomes = {
  sent: { status: 'Healthy', word: 'Sent' },
  pending: { status: 'Pending', word: 'Waiting' },
  sending: { status: 'Pending', word: 'Sending' },
  dead: { status: 'Down', word: 'Failed' },
  suppressed: { status: 'Stopped', word: 'Suppressed' },
};

const columns = ['Channel', 'Message', 'Outcome', 'When', 'Why'];

/**
 * Who was told, who was not, and why.
 *
 * @param {Listing<Notification>} notifications
 * @param {number} nowMs
 */
export function notificationsTable({ items, isCut }, nowMs) {
  if (items.length === 0) {
    return h(
      'p',
      { class: 'empty' },
      'No messages: there was no channel when this incident opened. Configure channels in monitor.yaml.',
    );
  }
  const sorted = items.toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || a.channelId.localeCompare(b.channelId),
  );
  // The roles are said again because a phone shows the rows as cards, and then a browser forgets that they are rows.
  return h(
    'div',
    { class: 'card' },
    h(
      'table',
      { role: 'table' },
      h(
        'thead',
        { role: 'rowgroup' },
        h(
          'tr',
          { role: 'row' },
          columns.map((column) => h('th', { role: 'columnheader', scope: 'col' }, column)),
        ),
      ),
      h(
        'tbody',
        { role: 'rowgroup' },
        sorted.map((item) => row(item, nowMs)),
      ),
    ),
    isCut && h('p', { class: 'hint' }, `Only the newest ${items.length} messages are shown here.`),
  );
}

/**
 * @param {Notification} notification
 * @param {number} nowMs
 */
function row(notification, nowMs) {
  const { notificationId, channelId, channelType, kind, state, reason, attempts, routedBy, answer } =
    notification;
  const { status, word } = own(outcomes, state) ?? { status: state, word: state };
  const cells = [
    [h('strong', {}, h('bdi', {}, channelId)), h('span', { class: 'hint' }, ` ${channelType}`)],
    own(kinds, kind) ?? kind,
    statusChip(status, word),
    whenOf(notification, nowMs),
    [
      h('bdi', {}, reason ?? routedBy ?? ''),
      attempts > 1 && h('span', { class: 'hint' }, ` (${attempts} attempts)`),
      answer != null && h('span', { class: 'hint answer' }, ' answered ', h('bdi', {}, answer)),
    ],
  ];
  return h(
    'tr',
    { key: notificationId, role: 'row' },
    cells.map((cell, i) => h('td', { role: 'cell', class: `cell-${columns[i]?.toLowerCase()}` }, cell)),
  );
}

/**
 * @param {Notification} notification
 * @param {number} nowMs
 */
function whenOf({ state, createdAt, sentAt, nextAttemptAt }, nowMs) {
  if (sentAt !== null) return timeOf(sentAt, nowMs);
  if (state !== 'pending' || nextAttemptAt === null) return timeOf(createdAt, nowMs);
  const inMs = Date.parse(nextAttemptAt) - nowMs;
  return inMs < 1_000 ? 'due' : timeOf(nextAttemptAt, nowMs, () => `again in ${Math.ceil(inMs / 1000)} s`);
}
