import { expect, it } from 'vitest';
import { createState } from '../../src/dashboard/create-state.js';
import type { Actions, Detail } from '../../src/dashboard/page-types.ts';
import { pageView } from '../../src/dashboard/page-view.js';
import type { Incident } from '../../src/dashboard/wire-types.ts';
import { anIncident, aService, at, nightMs } from './things.ts';

type Wish = { props: { class?: string }; children: Child[] };
type Child = Wish | string;

const nothing = () => undefined;
const actions: Actions = {
  ...{ useKey: nothing, forgetKey: nothing, filter: nothing, moreRows: nothing, olderIncidents: nothing },
};
const cut = <T>(...items: T[]) => ({ items, isCut: false });
const textIn = (children: Child[]): string =>
  children.map((child) => (typeof child === 'string' ? child : textIn(child.children))).join('|');

const findAll = (children: Child[], is: (wish: Wish) => boolean): Wish[] =>
  children.flatMap((child) =>
    typeof child === 'string' ? [] : is(child) ? [child] : findAll(child.children, is),
  );

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
  expect(page).toMatch(/Host h7\|: the cause of 2 incidents\|.*cart.*mail.*payments/);
});

it('where a group ends is seen: its incidents are a list of their own', () => {
  const state = createState(
    { key: 'smk_key', keyRefusal: null },
    { hash: '#/incidents', origin: 'https://monitor.example' },
  );
  const incidents = cut(
    anIncident({ incidentId: 'a', serviceName: 'cart', outageGroup }),
    anIncident({ incidentId: 'b', serviceName: 'auth', outageGroup: null }),
  );
  const read = { services: cut(aService()), incidents, nowMs: nightMs, readAtMs: nightMs };
  const page = pageView({ ...state, ...read, connection: { kind: 'live' } }, actions) as Child[];
  const grouped = findAll(page, ({ props }) => props.class === 'grouped');
  expect(grouped.map((list) => textIn([list]))).toEqual([expect.stringContaining('cart')]);
  expect(textIn(grouped)).not.toContain('auth');
  expect(textIn(page)).toContain('auth');
});

it('the page of a group, where its messages lead, shows its cause and its incidents alone', () => {
  const { outageGroupId, cause } = outageGroup;
  const incident = (serviceName: string, over: boolean) => ({
    ...{ incidentId: serviceName, serviceId: serviceName, serviceName, environment: 'production' },
    ...{ over, toldAlone: false },
  });
  const group = {
    ...{ outageGroupId, cause, kind: 'host' as const, values: ['h7'], weakened: 0, endedAt: null },
    ...{ startedAt: at(0), detectedAt: at(100), instances: { silent: 3, total: 4 } },
    incidents: [incident('cart', false), incident('mail', true)],
    notExplained: [{ serviceName: 'auth', environment: 'production' }],
  };
  const page = pageOf(`#/groups/${outageGroupId}`, [anIncident({ serviceName: 'forum' })], {
    ...{ kind: 'group', group },
  });
  expect(page).toMatch(
    /Host h7.*3 of 4 instances.*auth \(production\).*2 incidents.*Down.*cart.*Heard again.*mail/,
  );
  expect(page).not.toContain('forum');
});

it('what an older node says, which names no group, is shown as before', () => {
  const page = pageOf('#/incidents', [anIncident({ serviceName: 'cart' })]);
  expect(page).toContain('cart');
  expect(page).not.toContain('the cause of');
});

it('the page of an incident says what it is part of', () => {
  const incident = anIncident({ outageGroup });
  const page = pageOf(`#/incidents/${incident.incidentId}`, [incident], {
    ...{ kind: 'incident', incident, notifications: cut() },
  });
  expect(page).toMatch(/Part of\|+Host h7/);
});
