import { describe, expect, test } from 'vitest';
import { type RoutedChannel, routeMessage } from '../../src/domain/route-message.ts';
import type { Route, RouteEvent, Routing } from '../../src/domain/routing.ts';
import { severityOf } from '../../src/domain/severity.ts';

const cart = { serviceName: 'cart', environment: 'production', labels: { team: 'shop' } };
const noon = Date.parse('2026-11-23T12:00:00Z');
const channels: RoutedChannel[] = ['mail', 'chat', 'pager'].map((channelId) => ({ channelId }));
const office = { days: ['mon'] as const, hours: { fromMinute: 540, toMinute: 1080 }, timeZone: 'UTC' };

const firstOf = (...routes: Route[]): Routing => ({ mode: 'first-match', routes, defaultChannels: [] });
const allOf = (...routes: Route[]): Routing => ({ mode: 'all-matches', routes, defaultChannels: [] });

interface Asked {
  event?: RouteEvent;
  severity?: 'critical' | 'warning' | 'info';
  atMs?: number | null;
  some?: RoutedChannel[];
}

/** Each channel with the route that leads there, or the reason why none does. */
function routed(
  routing: Routing | null,
  { event = 'down', severity, atMs = noon, some = channels }: Asked = {},
) {
  const service = severity === undefined ? cart : { ...cart, severity };
  const found = routeMessage({ service, events: [event], atMs }, routing, some);
  return Object.fromEntries(
    [...found].map(([id, one]) => [id, one.kind === 'led' ? one.by : `not: ${one.because}`]),
  );
}

const none = 'not: no route leads to this channel';
const notDefault = 'not: the default is for messages to which no route applies';

describe('routeMessage', () => {
  test('without routes all channels are told', () => {
    const all = 'no routes: all channels';
    expect(routed(null)).toEqual({ mail: all, chat: all, pager: all });
  });

  test('if all matches count, all routes that apply lead to their channels', () => {
    const routing = allOf(
      { match: {}, channels: ['mail'] },
      { match: { service: 'cart' }, channels: ['mail', 'chat'] },
    );
    expect(routed(routing)).toEqual({ mail: 'route 1', chat: 'route 2', pager: none });
  });

  test('a channel with a match of its own is told of what matches, whatever the routes say', () => {
    const own = 'the match of this channel';
    const other = 'not: the match of this channel is for other services, and no route leads to it';
    const some = [
      { channelId: 'mail' },
      { channelId: 'shop', match: { labels: { team: 'shop' } } },
      { channelId: 'rest', match: { environment: 'staging' } },
      { channelId: 'health', match: { service: 'cart' }, events: ['health' as const] },
    ];
    const unasked = 'not: this channel does not ask for incidents';
    const told = { shop: own, rest: other, health: unasked };
    expect(routed(null, { some })).toEqual({ ...told, mail: 'no routes: all channels' });
    const first = firstOf({ match: {}, channels: ['mail', 'rest'] }, { match: {}, channels: ['shop'] });
    expect(routed(first, { some })).toEqual({ ...told, mail: 'route 1', rest: 'route 1' });
    expect(routed(null, { some, event: 'health' })).toMatchObject({ health: own });
  });

  test('with first match the first route that applies is the last', () => {
    const routing = firstOf(
      { match: { service: 'mail' }, channels: ['pager'] },
      { match: { labels: { team: 'sh*' } }, channels: ['mail'] },
      { match: {}, channels: ['mail', 'chat'] },
    );
    expect(routed(routing)).toEqual({
      mail: 'route 2',
      chat: 'not: route 2 matches before route 3',
      pager: none,
    });
  });

  test('after a route that says "continue" the next ones are looked at', () => {
    const routing = firstOf(
      { match: {}, channels: ['mail'], continue: true },
      { match: { service: 'x' }, channels: ['pager'] },
      { match: {}, channels: ['chat'] },
      { match: {}, channels: ['pager'] },
    );
    expect(routed(routing)).toEqual({
      mail: 'route 1',
      chat: 'route 3',
      pager: 'not: route 3 matches before route 4',
    });
  });

  test.each<[string, Partial<Route>, Asked, boolean]>([
    ['by label', { match: { labels: { team: 'shop' } } }, {}, true],
    ['not by the label of another team', { match: { labels: { team: 'post' } } }, {}, false],
    ['by event', { events: ['resolved', 'down'] }, {}, true],
    ['by severity', { severity: ['warning', 'info'] }, { severity: 'info' }, true],
    ['by a severity that nobody set: critical', { severity: ['critical'] }, {}, true],
    ['at its time', { when: office }, {}, true],
  ])('a route applies %s', (_title, route, asked, applies) => {
    const routing = firstOf({ match: {}, channels: ['mail'], ...route });
    expect(routed(routing, asked)['mail']).toBe(applies ? 'route 1' : none);
  });

  test.each<[Partial<Route>, Asked, string]>([
    [{ events: ['resolved', 'flapping'] }, {}, 'for resolved, flapping'],
    [{ severity: ['critical'] }, { severity: 'info' }, 'for severity critical'],
    [{ when: office }, { atMs: noon + 86_400_000 }, 'mon 09:00–18:00 UTC'],
  ])('a route that %j keeps from applying says so, and the next one is looked at', (route, asked, only) => {
    const routing = firstOf({ match: {}, channels: ['mail'], ...route }, { match: {}, channels: ['chat'] });
    expect(routed(routing, asked)).toEqual({
      mail: `not: route 1 leads here only ${only}`,
      chat: 'route 2',
      pager: none,
    });
  });

  test('a message about two events goes where routes for one of them lead', () => {
    const routing = firstOf({ match: {}, events: ['flapping', 'resolved'], channels: ['mail'] });
    const message = { service: cart, events: ['down', 'flapping'] as const, atMs: noon };
    expect(routeMessage(message, routing, channels).get('mail')).toEqual({ kind: 'led', by: 'route 1' });
  });

  test('all reasons why a channel is not told are given', () => {
    const routing = allOf(
      { match: {}, events: ['resolved'], channels: ['mail'] },
      { match: {}, severity: ['info'], channels: ['mail'] },
    );
    const both = 'route 1 leads here only for resolved; route 2 leads here only for severity info';
    expect(routed(routing)['mail']).toBe(`not: ${both}`);
  });

  test('the default is for messages to which no route applies', () => {
    const routing: Routing = {
      ...firstOf({ match: {}, when: office, channels: ['mail'] }),
      defaultChannels: ['chat'],
    };
    expect(routed(routing)).toMatchObject({ mail: 'route 1', chat: notDefault });
    expect(routed(routing, { atMs: noon + 86_400_000 })).toMatchObject({ chat: 'the default' });
    const further = { ...routing, routes: [{ match: {}, channels: ['mail'], continue: true }] };
    expect(routed(further)).toMatchObject({ mail: 'route 1', chat: notDefault });
  });

  test('at whatever time, all channels are led to that some time may lead to', () => {
    const routing: Routing = {
      ...firstOf({ match: {}, when: office, channels: ['mail'] }, { match: {}, channels: ['chat'] }),
      defaultChannels: ['pager'],
    };
    expect(routed(routing, { atMs: null })).toEqual({ mail: 'route 1', chat: 'route 2', pager: notDefault });
    const onlyOffice = { ...routing, routes: routing.routes.slice(0, 1) };
    expect(routed(onlyOffice, { atMs: null })).toEqual({ mail: 'route 1', chat: none, pager: 'the default' });
  });

  test('a channel that does not ask for it is not told, whatever leads there', () => {
    const some: RoutedChannel[] = [{ channelId: 'mail', events: ['health'] }, { channelId: 'chat' }];
    const not = 'not: this channel does not ask for incidents';
    expect(routed(null, { some })).toEqual({ mail: not, chat: 'no routes: all channels' });
    expect(routed(firstOf({ match: {}, channels: ['mail', 'chat'] }), { some })).toEqual({
      mail: not,
      chat: 'route 1',
    });
  });

  test('a route whose channels all do not ask for it keeps nobody from being told', () => {
    const some: RoutedChannel[] = [
      { channelId: 'mail' },
      { channelId: 'chat', events: ['incidents', 'health'] },
    ];
    const routing = firstOf({ match: {}, channels: ['mail'] }, { match: {}, channels: ['chat'] });
    expect(routed(routing, { some })).toMatchObject({ mail: 'route 1' });
    expect(routed(routing, { some, event: 'health' })).toMatchObject({ chat: 'route 2' });
  });

  test.each(['degraded', 'instance-down'] as const)(
    '%s is told where a channel or a route asks for it',
    (event) => {
      const not = `not: this channel does not ask for ${event}`;
      const asking: RoutedChannel = { channelId: 'pager', events: ['incidents', event] };
      const some = [...channels.slice(0, 2), asking];
      expect(routed(null, { some, event })).toEqual({
        mail: not,
        chat: not,
        pager: 'no routes: all channels',
      });
      const routing = firstOf({ match: {}, channels: ['mail', 'chat', 'pager'] });
      expect(routed(routing, { some, event })).toEqual({ mail: not, chat: not, pager: 'route 1' });
      const byRoute = firstOf(
        { match: {}, channels: ['mail'] },
        { match: {}, events: ['down', event], channels: ['chat'] },
      );
      expect(routed(byRoute, { some, event })).toEqual({ mail: not, chat: 'route 2', pager: none });
    },
  );

  test('a route never asks for the health of services in place of its channel', () => {
    const routing = firstOf({ match: {}, events: ['health'], channels: ['mail'] });
    expect(routed(routing, { event: 'health' })['mail']).toBe('not: this channel does not ask for health');
  });
});

describe('severityOf', () => {
  test.each<[Parameters<typeof severityOf>[0], Record<string, string> | undefined, string]>([
    [{}, undefined, 'critical'],
    [{}, { severity: 'warning' }, 'warning'],
    [{ severity: 'info' }, { severity: 'warning' }, 'info'],
    [{}, { severity: 'loud' }, 'critical'],
  ])('of %j with the labels %j it is %s', (policy, labels, severity) => {
    expect(severityOf(policy, labels)).toBe(severity);
  });
});
