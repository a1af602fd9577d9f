import { expect, it } from 'vitest';
import { createState } from '../../src/dashboard/create-state.js';
import type { Actions, Detail } from '../../src/dashboard/page-types.ts';
import { pageView } from '../../src/dashboard/page-view.js';
import type { Incident } from '../../src/dashboard/wire-types.ts';
import { anIncident, aService, nightMs } from './things.ts';

type Child = { children: Child[] } | string;

const nothing = () => undefined;
const actions: Actions = {
  ...{ useKey: nothing, forgetKey: nothing, filter: nothing, moreRows: nothing, olderIncidents: nothing },
};
const cut = <T>(...items: T[]) => ({ items, isCut: false });
const textIn = (children: Child[]): string =>
  children.map((child) => (typeof child === 'string' ? child : textIn(child.children))).join('|');

function pageOf(hash: string, incidents: Incident[], detail: Detail | null = null): string {
  const state = createState(
    { key: 'smk_key', keyRefusal: null },
    { hash, origin: 'https://monitor.example' },
  );
  const read = {
    ...{ services: cut(aService()), incidents: cut(...incidents), detail },
    ...{ readAtMs: nightMs, nowMs: nightMs },
  };
  return textIn(pageView({ ...state, ...read, connection: { kind: 'live' } }, actions) as Child[]);
}

const outageGroup = { outageGroupId: 'f0000000-0000-8000-8000-000000000001', cause: 'Host h7' };

it('incidents with one cause stand together, below a row that names the cause', () => {
  const page = pageOf('#/incidents', [
    anIncident({ incidentId: 'a', serviceName: 'cart', outageGroup }),
    anIncident({ incidentId: 'b', serviceName: 'payments', outageGroup: null }),
    anIncident({ incidentId: 'c', serviceName: 'mail', outageGroup }),
  ]);
  expect(page).toMatch(/Host h7\| is the cause of 2 incidents:.*cart.*mail.*payments/);
});

it('what an older node says, which names no group, is shown as before', () => {
  const page = pageOf('#/incidents', [anIncident({ serviceName: 'cart' })]);
  expect(page).toContain('cart');
  expect(page).not.toContain('is the cause of');
});

it('the page of an incident says what it is part of', () => {
  const incident = anIncident({ outageGroup });
  const page = pageOf(`#/incidents/${incident.incidentId}`, [incident], {
    ...{ kind: 'incident', incident, notifications: cut() },
  });
  expect(page).toMatch(/Part of\|+Host h7/);
});
