import { batch } from '@preact/signals';
import type { Reading } from '../monitor/read-everything.ts';
import { formatChanges } from '../wording/format-changes.ts';
import type { Connection, Known, PageState } from './page-types.ts';

type Failing = Extract<Connection, { kind: 'failing' }>;

/** Values of what was known, to come back to. */
type Kept = { [Name in keyof Known]: Known[Name]['value'] };

/** Puts readings on the page. */
export interface Readings {
  show(reading: Reading, nowMs: number): void;
  fail(why: Failing['why'], reason: string, nowMs: number): void;
  /** What was shown last cannot be drawn: what was shown before it takes its place again, if that can be. */
  takeBack(error: unknown, nowMs: number): void;
}

export function showReadings(state: PageState): Readings {
  let before: Kept | null = null;

  function fail(why: Failing['why'], reason: string, nowMs: number): void {
    const { value } = state.connection;
    const sinceMs = value.kind === 'failing' ? value.sinceMs : nowMs;
    state.connection.value = { kind: 'failing', why, reason, sinceMs };
  }

  return {
    fail,

    show({ services, incidents, caller, detail }, nowMs) {
      if (state.services.value !== null) announce(formatChanges(state.services.value.items, services.items));
      before = keep(state);
      batch(() => {
        put(state, { services, incidents, caller, detail, readAtMs: nowMs, connection: { kind: 'live' } });
        state.isOld.value = false;
        state.isBroken.value = false;
        state.nowMs.value = nowMs;
      });
    },

    takeBack(error, nowMs) {
      batch(() => {
        if (before === null) state.isBroken.value = true;
        else put(state, before);
        before = null;
        fail('unreadable', String(error), nowMs);
      });
    },
  };
}

function keep(known: Known): Kept {
  return {
    services: known.services.value,
    incidents: known.incidents.value,
    caller: known.caller.value,
    detail: known.detail.value,
    readAtMs: known.readAtMs.value,
    connection: known.connection.value,
  };
}

function put(known: Known, kept: Kept): void {
  known.services.value = kept.services;
  known.incidents.value = kept.incidents;
  known.caller.value = kept.caller;
  known.detail.value = kept.detail;
  known.readAtMs.value = kept.readAtMs;
  known.connection.value = kept.connection;
}

function announce(text: string | null): void {
  const announcer = document.getElementById('announcer');
  if (text !== null && announcer !== null) announcer.textContent = text;
}
