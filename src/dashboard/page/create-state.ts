import { batch, signal } from '@preact/signals';
import type { ArrivingKey } from '../monitor/arriving-key.ts';
import { nameStore } from '../monitor/name-store.ts';
import { auditAddress } from './audit-address.ts';
import type { Known, PageState } from './page-types.ts';
import { readRoute } from './read-route.ts';
import { readView } from './service-view-address.ts';

/** A phone draws a hundred rows at once, not five thousand. */
export const rowsAtOnce = 100;

export function createState(
  { key, keyRefusal, signIn, person }: ArrivingKey,
  { hash, origin }: Pick<Location, 'hash' | 'origin'>,
): PageState {
  return {
    services: signal(null),
    incidents: signal(null),
    detail: signal(null),
    caller: signal(null),
    readAtMs: signal(null),
    connection: signal({ kind: 'waiting' }),
    key: signal(key),
    keyRefusal: signal(keyRefusal),
    signIn: signal(signIn),
    person: signal(person),
    actor: signal(nameStore.read()),
    route: signal(readRoute(hash)),
    filter: signal(readView(hash)),
    rows: signal(rowsAtOnce),
    incidentPages: signal(1),
    auditFilter: signal(auditAddress.read(hash)),
    auditPages: signal(1),
    isLive: signal(false),
    isOld: signal(false),
    isBroken: signal(false),
    nowMs: signal(Date.now()),
    origin,
  };
}

/** What is left when the key is forgotten: nothing of what was read with it. */
export function forgetReadings(state: Known & Pick<PageState, 'isOld' | 'isBroken'>): void {
  batch(() => {
    state.services.value = null;
    state.incidents.value = null;
    state.detail.value = null;
    state.caller.value = null;
    state.readAtMs.value = null;
    state.connection.value = { kind: 'waiting' };
    state.isOld.value = false;
    state.isBroken.value = false;
  });
}
