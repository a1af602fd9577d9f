import { expect, it } from 'vitest';
import { createState } from '../../src/dashboard/create-state.js';
import type { Actions, Detail } from '../../src/dashboard/page-types.ts';
import { pageView } from '../../src/dashboard/page-view.js';
import type { Service } from '../../src/dashboard/wire-types.ts';
import { anIncident, aService, at, nightMs } from './things.ts';

type Child = { children: Child[] } | string;

const nothing = () => undefined;
const actions: Actions = {
  ...{ useKey: nothing, forgetKey: nothing, filter: nothing, moreRows: nothing, olderIncidents: nothing },
};
const cut = <T>(...items: T[]) => ({ items, isCut: false });
const textIn = (children: Child[]): string =>
  children.map((child) => (typeof child === 'string' ? child : textIn(child.children))).join('');

function pageOf(hash: string, services: Service[], detail: Detail | null = null): string {
  const state = createState(
    { key: 'smk_key', keyRefusal: null },
    { hash, origin: 'https://monitor.example' },
  );
  const read = { services: cut(...services), incidents: cut(), readAtMs: nightMs, nowMs: nightMs, detail };
  return textIn(pageView({ ...state, ...read, connection: { kind: 'live' } }, actions) as Child[]);
}

const maintenance = { windowId: 'one', until: at(3_600), by: 'ci', note: 'deploy 4711' };
const held = /messages held until 04:12:04 UTC: deploy 4711 \(ci\)/;

it('a service under maintenance says until when its messages are held, why and by whom', () => {
  const page = pageOf('', [aService({ maintenance }), aService({ serviceId: 'b', maintenance })]);
  expect(page).toMatch(held);
  expect(page).toContain('Maintenance of 2 services: ');
  expect(pageOf('', [aService()])).not.toContain('Maintenance');
  // An older node does not say whether there is one.
  const { maintenance: _, ...older } = aService();
  expect(pageOf('', [older as Service])).not.toContain('Maintenance');
});

it('an open incident of it says so too, and one that is over does not', () => {
  const service = aService({ maintenance });
  const pageOfIncident = (state: 'open' | 'resolved') => {
    const incident = anIncident({ serviceId: service.serviceId, state });
    return pageOf(`#/incidents/${incident.incidentId}`, [service], {
      ...{ kind: 'incident', incident, notifications: cut() },
    });
  };
  expect(pageOfIncident('open')).toMatch(held);
  expect(pageOfIncident('resolved')).not.toMatch(held);
});
