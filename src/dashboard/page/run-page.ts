import { batch } from '@preact/signals';
import type { Access } from '../monitor/access.ts';
import { type Client, createClient } from '../monitor/create-client.ts';
import { createFreshness } from '../monitor/freshness.ts';
import { keyStore } from '../monitor/key-store.ts';
import { type LiveReading, startLiveReading } from '../monitor/live-reading.ts';
import { nameStore } from '../monitor/name-store.ts';
import { ReadFailure } from '../monitor/read-failure.ts';
import { signIn } from '../monitor/sign-in.ts';
import { auditAddress } from './audit-address.ts';
import { forgetReadings, rowsAtOnce } from './create-state.ts';
import type { Actions, PageState } from './page-types.ts';
import { readRoute } from './read-route.ts';
import { addressOf, readView } from './service-view-address.ts';
import { showReadings } from './show-readings.ts';

const unknownKey = 'The monitor does not accept this key: it is wrong, expired or revoked.';
const endedSession = 'Your sign-in has ended. Sign in again.';
const unclearSignOut =
  'The monitor did not answer, so you may still be signed in. Reload this page, and sign out again.';

/** How often the page asks whether people can sign in, while it does not know. */
const askAgainMs = 5_000;

/** What the page calls: what a person does, and what went wrong while it was drawn. */
export interface Running {
  actions: Actions;
  cannotDraw(error: unknown): void;
}

/** Reads the monitor for as long as there is a key, and changes the state by what it says and by what a person does. */
export function runPage(state: PageState): Running {
  /** With a key or a session only. */
  let client: Client | null = null;
  let reading: LiveReading | null = null;
  const freshness = createFreshness();
  const readings = showReadings(state);
  const nowMs = () => client?.nowMs() ?? Date.now();

  function open(access: Access): void {
    freshness.renew();
    const opened = createClient(access);
    client = opened;
    const wanted = () => ({
      route: state.route.value,
      incidentPages: state.incidentPages.value,
      auditFilter: state.auditFilter.value,
      auditPages: state.auditPages.value,
    });
    reading = startLiveReading(
      { client: opened, access, wanted },
      {
        show(found) {
          readings.show(found, nowMs());
          freshness.renew();
        },
        fail,
        heard: () => freshness.renew(),
        live(isLive) {
          state.isLive.value = isLive;
        },
      },
    );
  }

  function closeWith(keyRefusal: string | null): void {
    reading?.stop();
    reading = client = null;
    keyStore.write(null);
    batch(() => {
      forgetReadings(state);
      state.key.value = null;
      state.person.value = null;
      state.isLive.value = false;
      state.keyRefusal.value = keyRefusal;
    });
    if (state.signIn.value === null) void offerSignIn(false);
  }

  /** Says where people can sign in, as soon as the monitor says so; `letsIn`: who is signed in already comes in. */
  async function offerSignIn(letsIn: boolean): Promise<void> {
    const status = await signIn.status();
    if (client !== null) return;
    if (status === null) {
      window.setTimeout(() => void offerSignIn(letsIn), askAgainMs);
      return;
    }
    state.signIn.value = status.signIn;
    if (!letsIn || status.person === null) return;
    state.person.value = status.person;
    open({ kind: 'session' });
  }

  async function signOut(): Promise<void> {
    const outcome = await signIn.end();
    closeWith(outcome.kind === 'ended' ? null : unclearSignOut);
    if (outcome.kind === 'ended' && outcome.next !== null) location.assign(outcome.next);
  }

  const refusal = () => (state.person.value === null ? unknownKey : endedSession);

  function actAs(name: string): void {
    nameStore.write(name);
    state.actor.value = name;
  }

  function fail(error: unknown): void {
    const kind = error instanceof ReadFailure ? error.kind : 'unreadable';
    const reason = error instanceof ReadFailure ? error.message : String(error);
    if (kind === 'refused') return closeWith(refusal());
    if (kind === 'forbidden') return closeWith('This key lacks the scope “read”. Use another key.');
    readings.fail(kind === 'missing' || kind === 'invalid' ? 'unreadable' : kind, reason, nowMs());
  }

  window.addEventListener('hashchange', () => {
    batch(() => {
      state.route.value = readRoute(location.hash);
      if (state.route.value.page === 'services') state.filter.value = readView(location.hash);
      if (state.route.value.page === 'audit') state.auditFilter.value = auditAddress.read(location.hash);
      state.detail.value = null;
      state.rows.value = rowsAtOnce;
      state.incidentPages.value = 1;
      state.auditPages.value = 1;
      state.isBroken.value = false;
    });
    reading?.again();
  });
  document.addEventListener('visibilitychange', () => freshness.look());
  // "4 s ago" must become "5 s ago" also while nothing arrives, and what became too old must look so, whatever the
  // readings do.
  window.setInterval(() => {
    if (client === null) return;
    const isVisible = document.visibilityState === 'visible';
    const isOld = freshness.isOld(isVisible);
    if (!isVisible && state.isOld.value === isOld) return;
    batch(() => {
      state.isOld.value = isOld;
      state.nowMs.value = nowMs();
    });
  }, 1_000);
  if (state.key.value !== null) open({ kind: 'key', key: state.key.value });
  else if (state.person.value !== null) open({ kind: 'session' });
  else if (state.signIn.value === null) void offerSignIn(true);

  return {
    actions: {
      useKey(key) {
        // A header can hold nothing else, and a key of ours has nothing else.
        if (!/^[\x21-\x7e]{1,256}$/.test(key))
          return closeWith('This is not an API key: it contains invalid characters.');
        keyStore.write(key);
        batch(() => {
          state.key.value = key;
          state.keyRefusal.value = null;
        });
        open({ kind: 'key', key });
      },
      forgetKey() {
        actAs('');
        closeWith(null);
      },
      signOut: () => void signOut(),
      filter(change) {
        batch(() => {
          state.filter.value = { ...state.filter.value, ...change };
          state.rows.value = rowsAtOnce;
        });
        showAddress(addressOf(state.filter.value));
      },
      moreRows() {
        state.rows.value += rowsAtOnce;
      },
      olderIncidents() {
        state.incidentPages.value += 1;
        reading?.again();
      },
      filterAudit(change) {
        batch(() => {
          state.auditFilter.value = { ...state.auditFilter.value, ...change };
          state.auditPages.value = 1;
        });
        showAddress(auditAddress.of(state.auditFilter.value));
        reading?.again();
      },
      olderEntries() {
        state.auditPages.value += 1;
        reading?.again();
      },
      actAs,
      async act(wanted) {
        const asked = client;
        if (asked === null) return { kind: 'unknown-key' };
        const outcome = await asked.act(wanted);
        if (client !== asked) return outcome;
        if (outcome.kind === 'unknown-key') closeWith(refusal());
        // Messages and windows are told by no event.
        else reading?.again();
        return outcome;
      },
      ask: (work) =>
        client === null ? Promise.reject(new ReadFailure('refused', 'There is no key.')) : work(client),
    },
    cannotDraw: (error) => readings.takeBack(error, nowMs()),
  };
}

/** In place of the one that is there: one step back leads to the page before, not to the letter before. */
function showAddress(address: string): void {
  try {
    history.replaceState(history.state, '', address);
  } catch {
    // Some browsers allow a hundred in half a minute; the next one says it all.
  }
}
