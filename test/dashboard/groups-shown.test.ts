import { expect, it } from 'vitest';
import type { Incident, OutageGroup } from '../../src/dashboard/monitor/wire-types.ts';
import { all, renderPage, textIn, type Values } from './render-page.ts';
import { anIncident, aService, at, nightMs } from './things.ts';

const htmlOf = (incidents: Incident[], change: Partial<Values> = {}) =>
  renderPage({ route: { page: 'incidents' }, incidents: all(...incidents), ...change });

const pageOf = (incidents: Incident[], change: Partial<Values> = {}) =>
  textIn(htmlOf(incidents, change), '|');

const outageGroup = { outageGroupId: 'f0000000-0000-8000-8000-000000000001', cause: 'Host h7' };

it('incidents with one cause stand together, below a row that names the cause', () => {
  const page = pageOf([
    anIncident({ incidentId: 'a', serviceName: 'cart', outageGroup }),
    anIncident({ incidentId: 'b', serviceName: 'payments', outageGroup: null }),
    anIncident({ incidentId: 'c', serviceName: 'mail', outageGroup }),
  ]);
  expect(page).toMatch(/Host h7\|+: the cause of 2 incidents\|.*cart.*mail.*payments/);
});

it('where a group ends is seen: its incidents are a list of their own', () => {
  const page = htmlOf([
    anIncident({ incidentId: 'a', serviceName: 'cart', outageGroup }),
    anIncident({ incidentId: 'b', serviceName: 'auth', outageGroup: null }),
  ]);
  const [, grouped = '', after = ''] = /<ul class="grouped".*?>(.*?)<\/ul>(.*)/.exec(page) ?? [];
  expect(textIn(grouped)).toContain('cart');
  expect(textIn(grouped)).not.toContain('auth');
  expect(textIn(after)).toContain('auth');
});

const member = (serviceName: string, over: boolean, toldAlone = false) => ({
  ...{ incidentId: serviceName, serviceId: serviceName, serviceName, environment: 'production' },
  ...{ over, resolvedByHand: false, acknowledged: false, toldAlone },
});

const group: OutageGroup = {
  ...{ ...outageGroup, kind: 'host', values: ['h7'], weakened: 2, endedAt: null },
  ...{ startedAt: at(0), detectedAt: at(100), instances: { silent: 3, total: 4 } },
  incidents: [member('mail', true), member('cart', false, true)],
  notExplained: [{ serviceName: 'auth', environment: 'production' }],
};

const pageOfGroup = (change: Partial<OutageGroup>, values: Partial<Values> = {}) =>
  pageOf([anIncident({ incidentId: 'forum', serviceName: 'forum' })], {
    route: { page: 'group', id: group.outageGroupId },
    detail: { kind: 'group', group: { ...group, ...change } },
    nowMs: nightMs + 252_000,
    ...values,
  });

it('the page of a group, where its messages lead, says what is silent and for how long, and shows its incidents alone', () => {
  const page = pageOfGroup({});
  expect(page).toMatch(/Open.*Host h7.*Silent for .*4 min 12 s.*3 of 4 instances.*2 more services/);
  expect(page).toMatch(/2 incidents because of it.*1 of 2 services is heard again/);
  expect(page).toMatch(/Down\|.*cart.*told by itself as well.*Heard again\|.*mail/);
  expect(page).not.toContain('forum');
});

it('a group says which services are not explained by it, and leads to their incidents', () => {
  expect(pageOfGroup({})).toMatch(/Not explained by it.*auth\|.*production/);
  const services = all(aService({ serviceName: 'auth', status: 'Down', openIncidentId: 'incident-of-auth' }));
  const html = htmlOf([], {
    ...{ route: { page: 'group', id: 'x' }, detail: { kind: 'group', group }, services },
  });
  expect(html).toContain('href="#/incidents/incident-of-auth"');
  expect(pageOfGroup({ notExplained: [] })).not.toContain('Not explained');
});

it('a group that is over says since when, and that all are heard again', () => {
  const page = pageOfGroup({ endedAt: at(200), incidents: [member('cart', true), member('mail', true)] });
  expect(page).toMatch(/Over\|.*Host h7.*Was silent for .*3 min 20 s.*0 of 4 instances/);
  expect(page).toContain('All of their services are heard again.');
});

it('what an older node says, which names no group, is shown as before', () => {
  const page = pageOf([anIncident({ serviceName: 'cart' })]);
  expect(page).toContain('cart');
  expect(page).not.toContain('the cause of');
});

it('the page of an incident says what it is part of', () => {
  const incident = anIncident({ outageGroup });
  const page = pageOf([incident], {
    route: { page: 'incident', id: incident.incidentId },
    detail: { kind: 'incident', incident, notifications: all() },
  });
  expect(page).toMatch(/Part of\|+Host h7/);
});
