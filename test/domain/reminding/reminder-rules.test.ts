import { expect, test } from 'vitest';
import { defaultReminding } from '../../../src/domain/reminding/reminder-rules.ts';
import { remindingFor } from '../../../src/domain/reminding/reminding-for.ts';
import type { Route, Routing } from '../../../src/domain/routing.ts';

const orders = { serviceName: 'orders', environment: 'production', labels: { team: 'shop' } };
const often = { everyMs: 60_000, backOff: 1, longestMs: 60_000 };
const step = { afterMs: 60_000, channels: ['pager'] };

const routing = (...routes: Partial<Route>[]): Routing => ({
  ...{ mode: 'all-matches', defaultChannels: [] },
  routes: routes.map((route) => ({ match: {}, channels: ['mail'], ...route })),
});

test('without a word in the file there are reminders, and nobody else is told', () => {
  expect(remindingFor(orders, null, defaultReminding)).toEqual({
    reminders: { everyMs: 30 * 60_000, backOff: 2, longestMs: 4 * 60 * 60_000 },
    escalation: [],
  });
});

test('the first route for the service that says something of it decides, each of the two for itself', () => {
  const routes = routing(
    { match: { service: 'stock' }, reminders: null },
    { match: { labels: { team: 'shop' } }, escalation: [step] },
    { reminders: often, escalation: [] },
  );
  expect(remindingFor(orders, routes, defaultReminding)).toEqual({ reminders: often, escalation: [step] });
  const stock = { ...orders, serviceName: 'stock', labels: {} };
  expect(remindingFor(stock, routes, defaultReminding)).toEqual({ reminders: null, escalation: [] });
});

test('a route for another severity is not asked', () => {
  const routes = routing({ severity: ['info'], reminders: null });
  expect(remindingFor(orders, routes, defaultReminding).reminders).not.toBeNull();
  expect(remindingFor({ ...orders, severity: 'info' }, routes, defaultReminding).reminders).toBeNull();
});
