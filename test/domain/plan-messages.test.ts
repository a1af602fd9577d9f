import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IncidentChanged, IncidentNews } from '../../src/domain/events.ts';
import type { IncidentEventKind } from '../../src/domain/incident.ts';
import { newsOf } from '../../src/domain/incident-news.ts';
import { planMessages } from '../../src/domain/plan-messages.ts';
import type { Route, RouteEvent } from '../../src/domain/routing.ts';

const orders = { serviceName: 'orders-api', environment: 'production' };
const mail = { channelId: 'mail', followsUp: false };
const hook = { channelId: 'hook', followsUp: true };
const channels = [mail, hook];

const news: IncidentNews = {
  ...{ name: 'down', isTold: true, flappingBegins: false, silentSinceMs: 1_000, hour: null },
  after: { all: null, rest: null },
};

const eventOf = (
  kind: IncidentEventKind,
  relapses: number,
  more: Partial<IncidentNews> = {},
): IncidentChanged => ({
  type: 'incident.changed',
  ...{ kind, incidentId: 'i', serviceId: 's', relapses, atMs: 5_000 },
  news: { ...news, ...more },
});

describe('planMessages', () => {
  test.each<[string, IncidentEventKind, Partial<IncidentNews>, (string | null)[]]>([
    ['an outage is told', 'opened', {}, ['down', 'down']],
    ['a relapse is told as well', 'relapsed', {}, ['down', 'down']],
    ['that a service flaps is told', 'relapsed', { flappingBegins: true }, ['flapping', 'flapping']],
    ['also when an incident begins so', 'opened', { flappingBegins: true }, ['flapping', 'flapping']],
    ['a relapse while it flaps is not', 'relapsed', { isTold: false }, [null, null]],
    ['a long silence is told while it flaps', 'silent', {}, ['down', 'down']],
    ['so is what the hour was like', 'summed-up', {}, ['flapping', 'flapping']],
    ['a recovery is told where it is no message more', 'recovering', {}, [null, 'recovering']],
    ['but not when its outage was not', 'recovering', { isTold: false }, [null, null]],
    ['that it is still Down is told', 'reminded', {}, ['reminder', 'reminder']],
    ['the end is told', 'resolved', {}, ['resolved', 'resolved']],
  ])('%s', (_title, kind, more, told) => {
    const planned = planMessages(eventOf(kind, 3, more), orders, null, channels);
    expect(planned.map((one) => (one.suppressedBecause === null ? one.kind : null))).toEqual(told);
  });

  test('a channel that asks for something else is told of no incident, and that is on record', () => {
    const asking = [
      { ...mail, events: ['health'] as const },
      { ...hook, events: ['incidents'] as const },
    ];
    const planned = planMessages(eventOf('opened', 0), orders, null, asking);
    expect(planned.map((one) => one.suppressedBecause)).toEqual([
      'this channel does not ask for incidents',
      null,
    ]);
  });

  test.each(['acknowledged', 'noted'] as const)('%s is nobody else’s business', (kind) => {
    expect(planMessages(eventOf(kind, 0), orders, null, channels)).toEqual([]);
  });

  test('what is not told is on record for every channel with the reason', () => {
    const because = (event: IncidentChanged) =>
      planMessages(event, orders, null, channels).map((one) => [one.kind, one.suppressedBecause]);
    const left = 'outage 5 of a flapping service: it is part of the hourly summary';
    expect(because(eventOf('relapsed', 4, { isTold: false }))).toEqual([
      ['down', left],
      ['down', left],
    ]);
    const recovery = 'its outage is part of the hourly summary, and so is its recovery';
    expect(because(eventOf('recovering', 4, { isTold: false }))).toEqual([
      ['recovering', recovery],
      ['recovering', recovery],
    ]);
    expect(because(eventOf('recovering', 0))).toEqual([
      ['recovering', 'this channel cannot update a sent message: only the end is sent'],
      ['recovering', null],
    ]);
  });

  test('an event of version 0.1 is told as what it is', () => {
    const { news: _, ...plain } = eventOf('relapsed', 2);
    expect(planMessages(plain, orders, null, [hook])).toEqual([
      { channelId: 'hook', kind: 'down', suppressedBecause: null, routedBy: 'no routes: all channels' },
    ]);
    expect(newsOf(plain)).toMatchObject({ name: 'down 2', after: { all: 'down', rest: 'down' } });
    expect(newsOf({ ...plain, kind: 'opened', relapses: 0 })).toMatchObject({
      name: 'down',
      after: { all: null },
    });
    expect(newsOf({ ...plain, kind: 'resolved' })).toMatchObject({ name: 'resolved' });
    expect(newsOf({ ...plain, kind: 'recovering' })).toMatchObject({ name: 'recovering 2' });
  });

  test.each<[string, IncidentEventKind, Partial<IncidentNews>, RouteEvent[], boolean]>([
    ['an outage is "down"', 'opened', {}, ['down'], true],
    ['an outage is not "resolved"', 'opened', {}, ['resolved'], false],
    ['a relapse is "down"', 'relapsed', {}, ['down'], true],
    ['the outage with which flapping begins is "down"', 'relapsed', { flappingBegins: true }, ['down'], true],
    ['and it is "flapping"', 'opened', { flappingBegins: true }, ['flapping'], true],
    ['the hourly summary is "flapping"', 'summed-up', {}, ['flapping'], true],
    ['the hourly summary is not "down"', 'summed-up', {}, ['down'], false],
    ['a long silence of a flapping service is "down"', 'silent', {}, ['down'], true],
    ['a recovery is "resolved"', 'recovering', {}, ['resolved'], true],
    ['the end is "resolved"', 'resolved', {}, ['resolved'], true],
    ['the end is not "down"', 'resolved', {}, ['down', 'flapping'], false],
  ])('for routes %s', (_title, kind, more, events, isTold) => {
    const routing = {
      mode: 'all-matches' as const,
      routes: [{ match: {}, events, channels: ['hook'] }],
      defaultChannels: [],
    };
    const [planned] = planMessages(eventOf(kind, 0, more), orders, routing, [hook]);
    expect(planned?.suppressedBecause).toBe(
      isTold ? null : `route 1 leads here only for ${events.join(', ')}`,
    );
    expect(planned?.routedBy).toBe(isTold ? 'route 1' : null);
  });

  test('an outage goes where routes lead at its time, its end wherever they may have led', () => {
    const when = { timeZone: 'UTC', hours: { fromMinute: 540, toMinute: 1080 } };
    const routing = {
      mode: 'all-matches' as const,
      routes: [
        { match: {}, when, channels: ['mail'] },
        { match: {}, channels: ['hook'] },
      ],
      defaultChannels: [],
    };
    const toldOf = (kind: IncidentEventKind, time: string) =>
      planMessages(eventOf(kind, 0), orders, routing, channels, Date.parse(`2026-11-23T${time}Z`))
        .filter(({ suppressedBecause }) => suppressedBecause === null)
        .map(({ channelId }) => channelId);
    expect(toldOf('opened', '12:00')).toEqual(['mail', 'hook']);
    expect(toldOf('opened', '20:00')).toEqual(['hook']);
    expect(toldOf('resolved', '20:00')).toEqual(['mail', 'hook']);
  });

  test.each<[string, Route[] | null, string[]]>([
    ['without routes every channel gets everything', null, ['mail', 'hook']],
    ['a route that matches leads to its channels only', [{ match: {}, channels: ['hook'] }], ['hook']],
    [
      'a glob matches',
      [{ match: { service: 'orders-*', environment: 'prod*' }, channels: ['mail'] }],
      ['mail'],
    ],
    ['a route of another environment does not', [{ match: { environment: 'test' }, channels: ['mail'] }], []],
    ['a route of another service does not', [{ match: { service: 'stock-*' }, channels: ['mail'] }], []],
    [
      'all routes that match add up',
      [
        { match: { service: 'orders-*' }, channels: ['mail'] },
        { match: { service: 'stock-*' }, channels: ['nobody'] },
        { match: { environment: 'production' }, channels: ['mail', 'hook'] },
      ],
      ['mail', 'hook'],
    ],
    ['a channel that does not exist is told nothing', [{ match: {}, channels: ['gone', 'mail'] }], ['mail']],
    ['a list of no routes leads nowhere', [], []],
  ])('%s', (_title, routes, told) => {
    const routing = routes && { mode: 'all-matches' as const, routes, defaultChannels: [] };
    const plan = planMessages(eventOf('opened', 0), orders, routing, channels);
    expect(plan.filter((m) => m.suppressedBecause === null).map((m) => m.channelId)).toEqual(told);
    const others = plan.filter((m) => !told.includes(m.channelId));
    expect(others.map((m) => m.suppressedBecause)).toEqual(
      others.map(() => 'no route leads to this channel'),
    );
  });

  test('every message is planned for every channel exactly once, told or with a reason', () => {
    const kinds = fc.constantFrom<IncidentEventKind>(
      'opened',
      'relapsed',
      'recovering',
      'silent',
      'resolved',
    );
    const names = fc.constantFrom('mail', 'hook', 'chat', 'gone');
    const routes = fc.option(
      fc.array(
        fc.record({
          match: fc.constantFrom({}, { service: 'x' }),
          channels: fc.array(names, { maxLength: 3 }),
        }),
      ),
    );
    fc.assert(
      fc.property(kinds, fc.nat(6), routes, fc.uniqueArray(names), (kind, relapses, lines, channelIds) => {
        const told = channelIds.map((channelId) => ({ channelId, followsUp: channelId === 'hook' }));
        const routing = lines && { mode: 'all-matches' as const, routes: lines, defaultChannels: [] };
        const plan = planMessages(eventOf(kind, relapses), orders, routing, told);
        expect(plan.map((m) => m.channelId)).toEqual(channelIds);
        expect(plan.every((m) => m.suppressedBecause !== '')).toBe(true);
      }),
    );
  });
});
