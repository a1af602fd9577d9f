import { createClient } from './create-client.js';
import { createState, rowsAtOnce, unread } from './create-state.js';
import { focusOn } from './focus-on.js';
import { keyStore } from './key-store.js';
import { pageView } from './page-view.js';
import { patch } from './patch.js';
import { readEverything } from './read-everything.js';
import { ReadFailure } from './read-failure.js';
import { readRoute } from './read-route.js';
import { sayChanges } from './say-changes.js';
import { searchOnSlash } from './search-on-slash.js';
import { showTitle } from './show-title.js';
import { startPolling } from './start-polling.js';

/** @import { Client } from './create-client.js' */
/** @import { Actions } from './page-types.ts' */

const state = createState(keyStore.read(), location);

/** With a key only. @type {Client | null} */
let client = null;
/** @type {ReturnType<typeof startPolling> | null} */
let polling = null;

/** @type {Actions} */
const actions = {
  useKey(key) {
    // A header can hold nothing else, and a key of ours has nothing else.
    if (!/^[\x21-\x7e]{1,256}$/.test(key))
      return closeWith('This does not look like an API key: it has other characters.');
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
    const { services, incidents, detail } = await readEverything(client, state, signal);
    if (signal.aborted) return;
    if (state.services !== null) announce(sayChanges(state.services.items, services.items));
    Object.assign(state, {
      services,
      incidents,
      detail,
      readAtMs: client.nowMs(),
      connection: { kind: 'live' },
    });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ReadFailure)) throw error;
    const { kind, message: reason } = error;
    if (kind === 'refused')
      return closeWith('The monitor does not accept this key: it is wrong, expired or revoked.');
    if (kind === 'forbidden') return closeWith('This key may not read. Take one with the scope “read”.');
    state.connection = { kind: kind === 'unreachable' ? kind : 'unavailable', reason };
  }
  render();
}

function render() {
  state.nowMs = client?.nowMs() ?? Date.now();
  const page = /** @type {HTMLElement} */ (document.getElementById('page'));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  patch(page, pageView(state, actions));
  if (focused !== document.activeElement) {
    // A row that moved has lost the focus on the way; a title that was replaced leaves it to the next one.
    if (focused?.isConnected) focused.focus({ preventScroll: true });
    else if (focused?.matches('h1')) focusOn('main h1');
  }
  showTitle(state);
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
searchOnSlash();
// "4 s ago" must become "5 s ago" also while nothing arrives.
window.setInterval(() => {
  if (document.visibilityState === 'visible' && state.key !== null) render();
}, 1_000);

if (state.key === null) {
  render();
  focusOn('#key');
} else open(state.key);
