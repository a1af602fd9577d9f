import { expect, it } from 'vitest';
import type { Service } from '../../src/dashboard/monitor/wire-types.ts';
import { localTime } from '../../src/dashboard/wording/local-time.ts';
import { all, renderPage, textIn, type Values } from './render-page.ts';
import { anIncident, aService, at, nightMs } from './things.ts';

const pageOf = (services: Service[], change: Partial<Values> = {}) =>
  textIn(renderPage({ services: all(...services), ...change }));

const maintenance = { windowId: 'one', until: at(3_600), by: 'ci', note: 'deploy 4711' };
const held = new RegExp(`messages held until ${localTime.clock(nightMs + 3_600_000)}: deploy 4711 \\(ci\\)`);

it('a service under maintenance says until when its messages are held, why and by whom', () => {
  const page = pageOf([aService({ maintenance }), aService({ serviceId: 'b', maintenance })]);
  expect(page).toMatch(held);
  expect(page).toContain('Maintenance of 2 services: ');
  expect(pageOf([aService()])).not.toContain('Maintenance');
  // An older node does not say whether there is one.
  const { maintenance: _, ...older } = aService();
  expect(pageOf([older as Service])).not.toContain('Maintenance');
});

it('an open incident of it says so too, and one that is over does not', () => {
  const service = aService({ maintenance });
  const pageOfIncident = (state: 'open' | 'resolved') => {
    const incident = anIncident({ serviceId: service.serviceId, state });
    return pageOf([service], {
      route: { page: 'incident', id: incident.incidentId },
      detail: { kind: 'incident', incident, notifications: all() },
    });
  };
  expect(pageOfIncident('open')).toMatch(held);
  expect(pageOfIncident('resolved')).not.toMatch(held);
});
