import { arrivingKey } from './arriving-key.js';
import { createClient } from './create-client.js';
import { createState, rowsAtOnce, unread } from './create-state.js';
import { draw } from './draw.js';
import { focusOn } from './focus-on.js';
import { formatChanges } from './format-changes.js';
import { createFreshness } from './freshness.js';
import { keyStore } from './key-store.js';
import { pageView } from './page-view.js';
import { readEverything } from './read-everything.js';
import { ReadFailure } from './read-failure.js';
import { readRoute } from './read-route.js';
import { searchOnSlash } from './search-on-slash.js';
import { startPolling } from './start-polling.js';

/** @import { Client } from './create-client.js' */
/** @import { Actions, State } from './page-types.ts' */

const state = createState(await arrivingKey(), location);

/** With a key only. @type {Client | null} */
let client = null;
/** @type {ReturnType<typeof startPolling> | null} */
let polling = null;
const freshness = createFreshness();

/** @type {Actions} */
const actions = {
  useKey(key) {
    // A header can hold nothing else, and a key of ours has nothing else.
    if (!/^[\x21-\x7e]{1,256}$/.test(key))
      return closeWith('This is not an API key: it contains invalid characters.');
    Object.assign(state, { key, keyRefusal: null });
    keyStore.write(key);
    open(key);
    focusTitle();
  },
  forgetKey: () => closeWith(null),
  filter(change) {
    Object.assign(state.filter, change);
    state.rows = rowsAtOnce;
    render();
  },
  moreRows() {
    state.rows += rowsAtOnce;
    render();
  },
  olderIncidents() {
    state.incidentPages += 1;
    polling?.again();
  },
};

/** @param {string} key */
function open(key) {
  freshness.renew();
  client = createClient(key);
  polling = startPolling((signal) => read(/** @type {Client} */ (client), signal));
  render();
}

/** @param {string | null} keyRefusal */
function closeWith(keyRefusal) {
  polling?.stop();
  polling = client = null;
  keyStore.write(null);
  Object.assign(state, { ...unread(), key: null, keyRefusal });
  render();
  focusOn('#key');
}

/**
 * @param {Client} client
 * @param {AbortSignal} signal
 */
async function read(client, signal) {
  try {
    const found = await readEverything(client, state, signal);
    if (signal.aborted) return false;
    /** @type {Partial<State>} */
    const news = { ...found, readAtMs: nowMs(), connection: { kind: 'live' }, isOld: false };
    // What cannot be drawn must not take the place of what could.
    pageView({ ...state, ...news }, actions);
    if (state.services !== null) announce(formatChanges(state.services.items, found.services.items));
    Object.assign(state, news);
    freshness.renew();
  } catch (error) {
    if (!signal.aborted) fail(error);
    return false;
  }
  render();
  return true;
}

/** @param {unknown} error */
function fail(error) {
  const kind = error instanceof ReadFailure ? error.kind : 'unreadable';
  const reason = error instanceof ReadFailure ? error.message : String(error);
  if (kind === 'refused')
    return closeWith('The monitor does not accept this key: it is wrong, expired or revoked.');
  if (kind === 'forbidden') return closeWith('This key lacks the scope “read”. Use another key.');
  const why = kind === 'missing' ? 'unreadable' : kind;
  const sinceMs = state.connection.kind === 'failing' ? state.connection.sinceMs : nowMs();
  state.connection = { kind: 'failing', why, reason, sinceMs };
  render();
}

function render() {
  state.nowMs = nowMs();
  draw(state, actions);
}

function nowMs() {
  return client?.nowMs() ?? Date.now();
}

/** @param {string | null} text */
function announce(text) {
  if (text !== null) /** @type {HTMLElement} */ (document.getElementById('announcer')).textContent = text;
}

/** A new page is a new page for a screen reader too. */
function focusTitle() {
  window.scrollTo(0, 0);
  focusOn('main h1');
}

window.addEventListener('hashchange', () => {
  Object.assign(state, { route: readRoute(location.hash), detail: null, rows: rowsAtOnce, incidentPages: 1 });
  polling?.again();
  render();
  focusTitle();
});
document.addEventListener('visibilitychange', () => freshness.look());
searchOnSlash();
// "4 s ago" must become "5 s ago" also while nothing arrives, and what became too old must look so, whatever the
// readings do.
window.setInterval(() => {
  if (state.key === null) return;
  const isVisible = document.visibilityState === 'visible';
  const wasOld = state.isOld;
  state.isOld = freshness.isOld(isVisible);
  if (isVisible || state.isOld !== wasOld) render();
}, 1_000);

if (state.key === null) {
  render();
  focusOn('#key');
} else open(state.key);
