import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IncidentEventKind } from '../../src/domain/incident.ts';
import { planMessages, type Route } from '../../src/domain/plan-messages.ts';

const orders = { serviceName: 'orders-api', environment: 'production' };
const channels = ['mail', 'hook'];

/** What one channel gets of the events of one incident. */
function toldOf(events: { kind: IncidentEventKind; relapses: number }[]): string[] {
  return events
    .flatMap((event) => planMessages(event, orders, null, ['mail']))
    .map((message) => (message.suppressedBecause === null ? message.kind : 'suppressed'));
}

const relapse = (relapses: number) => [
  { kind: 'recovering' as const, relapses: relapses - 1 },
  { kind: 'relapsed' as const, relapses },
];

/** Every event of an incident with that many relapses. */
const life = (relapses: number) => [
  { kind: 'opened' as const, relapses: 0 },
  ...Array.from({ length: relapses }, (_, n) => relapse(n + 1)).flat(),
  { kind: 'recovering' as const, relapses },
  { kind: 'resolved' as const, relapses },
];

describe('planMessages', () => {
  test.each<[string, number, string[]]>([
    ['an outage is told twice: down and resolved', 0, ['down', 'resolved']],
    ['a relapse is not told again', 1, ['down', 'suppressed', 'resolved']],
    ['a second one neither', 2, ['down', 'suppressed', 'suppressed', 'resolved']],
    ['the third is told as flapping', 3, ['down', 'suppressed', 'suppressed', 'flapping', 'resolved']],
    [
      'flapping is told once',
      5,
      ['down', 'suppressed', 'suppressed', 'flapping', 'suppressed', 'suppressed', 'resolved'],
    ],
  ])('%s', (_title, relapses, told) => {
    expect(toldOf(life(relapses))).toEqual(told);
  });

  test('however often it relapses, an incident is down once, flapping at most once and resolved once', () => {
    fc.assert(
      fc.property(fc.nat(40), (relapses) => {
        const told = toldOf(life(relapses)).filter((kind) => kind !== 'suppressed');
        expect(told).toEqual(relapses >= 3 ? ['down', 'flapping', 'resolved'] : ['down', 'resolved']);
      }),
      { numRuns: 50 },
    );
  });

  test('recovering has no message of its own, not even a suppressed one', () => {
    expect(planMessages({ kind: 'recovering', relapses: 0 }, orders, null, channels)).toEqual([]);
  });

  test.each([
    [1, 'down', 'relapse 1 of the same outage: told already'],
    [2, 'down', 'relapse 2 of the same outage: told already'],
    [4, 'flapping', 'relapse 4 of a flapping service: told already'],
  ] as const)(
    'relapse %i is on record for every channel with the reason why nobody was told',
    (relapses, kind, reason) => {
      expect(planMessages({ kind: 'relapsed', relapses }, orders, null, channels)).toEqual([
        { channelId: 'mail', kind, suppressedBecause: reason },
        { channelId: 'hook', kind, suppressedBecause: reason },
      ]);
    },
  );

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
    const plan = planMessages({ kind: 'opened', relapses: 0 }, orders, routes, channels);
    expect(plan.filter((m) => m.suppressedBecause === null).map((m) => m.channelId)).toEqual(told);
    const others = plan.filter((m) => !told.includes(m.channelId));
    expect(others.map((m) => m.suppressedBecause)).toEqual(
      others.map(() => 'no route leads to this channel'),
    );
  });

  test('every message is planned for every channel exactly once, told or with a reason', () => {
    const kinds = fc.constantFrom<IncidentEventKind>('opened', 'relapsed', 'resolved');
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
        const plan = planMessages({ kind, relapses }, orders, lines, channelIds);
        expect(plan.map((m) => m.channelId)).toEqual(channelIds);
        expect(plan.every((m) => m.suppressedBecause !== '')).toBe(true);
      }),
    );
  });
});
