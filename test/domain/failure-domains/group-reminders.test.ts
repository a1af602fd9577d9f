import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  nextGroupTurn,
  takeGroupTurn,
  withStanding,
} from '../../../src/domain/failure-domains/group-turn.ts';
import { type OutageGroup, openGroup } from '../../../src/domain/failure-domains/outage-group.ts';
import { createIds } from '../../../src/domain/ids.ts';

const ids = createIds((text) => hash('sha256', text, 'buffer'));
const minuteMs = 60_000;
const openedAtMs = 10 * minuteMs;

const incident = (serviceName: string) => ({
  ...{ incidentId: `of ${serviceName}`, serviceId: serviceName, serviceName, environment: 'production' },
  ...{ channels: ['ops'], downAfterMs: 2 * minuteMs, isToldAlone: false, isOver: false },
});

/** A host of ten instances, because of which two services are Down. */
const opened = openGroup(
  {
    cause: { kind: 'host', values: ['h7'], serviceId: null },
    silentIds: new Set(Array.from({ length: 10 }, (_, at) => `h7-${at}`)),
    ...{ members: 10, firstSilentAtMs: 0, lastSilentAtMs: 0, inside: [], weakened: [], notExplained: [] },
  },
  [incident('cart'), incident('mail')],
  ids,
  openedAtMs,
);

const standing = (over: string[], acknowledged: string[]) =>
  withStanding(
    opened,
    { silent: 10, over: new Set(over), acknowledged: new Map(acknowledged.map((id) => [id, 'ada'])) },
    openedAtMs + 1_000,
  );

describe('reminders of a group', () => {
  test('come after half an hour, and then each later than the one before', () => {
    let group = opened;
    const minutes: number[] = [];
    for (let n = 0; n < 6; n++) {
      const turn = nextGroupTurn(group);
      if (turn?.kind !== 'remind') throw new Error('no reminder is next');
      minutes.push((turn.atMs - openedAtMs) / minuteMs);
      group = takeGroupTurn(group, turn, turn.atMs);
    }
    expect(minutes).toEqual([30, 90, 210, 450, 690, 930]);
  });

  test('stop when everything that is Down is acknowledged, and that is no change to be told', () => {
    const some = standing([], ['of cart']);
    expect(nextGroupTurn(some)?.kind).toBe('remind');
    expect(some.isChanged).toBe(false);
    const next = (group: OutageGroup) => nextGroupTurn({ ...group, isChanged: false, isAnswered: true });
    expect(next(standing([], ['of cart', 'of mail']))).toBeNull();
    expect(next(standing(['of mail'], ['of cart']))).toBeNull();
  });

  test('end with it being told once, at once, that somebody works on all of it', () => {
    const all = standing([], ['of cart', 'of mail']);
    expect(all.incidents.map(({ acknowledgedBy }) => acknowledgedBy)).toEqual(['ada', 'ada']);
    const turn = nextGroupTurn(all);
    expect(turn).toEqual({ kind: 'answer', atMs: openedAtMs });
    const told = turn === null ? all : takeGroupTurn(all, turn, openedAtMs + 1_000);
    expect(nextGroupTurn(told)).toBeNull();
    // Another service falls Down, and then somebody works on that one too.
    const joined = { ...told, incidents: [...told.incidents, incident('shop')] };
    const look = { silent: 10, over: new Set<string>() };
    const work = (...ids: string[]) => new Map(ids.map((id) => [id, 'ada']));
    const more = withStanding(joined, { ...look, acknowledged: work('of cart', 'of mail') }, openedAtMs);
    expect(nextGroupTurn(more)?.kind).toBe('remind');
    const again = { ...look, acknowledged: work('of cart', 'of mail', 'of shop') };
    expect(nextGroupTurn(withStanding(more, again, openedAtMs))?.kind).toBe('answer');
  });

  test('go on after the one that an older program sent', () => {
    const atMs = openedAtMs + 30 * minuteMs;
    const old = { ...opened, isReminded: true, toldAtMs: atMs };
    expect(nextGroupTurn(old)).toEqual({ kind: 'remind', atMs: atMs + 60 * minuteMs });
  });
});
