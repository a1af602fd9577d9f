import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CommonCause } from '../../../src/domain/failure-domains/find-failure-domains.ts';
import { foldMessage } from '../../../src/domain/failure-domains/fold-message.ts';
import {
  nextGroupTurn,
  takeGroupTurn,
  withStanding,
} from '../../../src/domain/failure-domains/group-turn.ts';
import { groupOf, growGroup } from '../../../src/domain/failure-domains/grow-group.ts';
import {
  type GroupedIncident,
  type OutageGroup,
  openGroup,
} from '../../../src/domain/failure-domains/outage-group.ts';
import { createIds, slotOf } from '../../../src/domain/ids.ts';
import type { NotificationKind } from '../../../src/domain/message-kinds.ts';
import type { Notification } from '../../../src/domain/notification.ts';

const ids = createIds((text) => hash('sha256', text, 'buffer'));
const minuteMs = 60_000;
const openedAtMs = 10 * minuteMs;
const noneOver = new Set<string>();

function found(host: string | string[], silent: number, rest: Partial<CommonCause> = {}): CommonCause {
  const values = [host].flat();
  return {
    cause: { kind: 'host', values, serviceId: null },
    silentIds: new Set(
      values.flatMap((value) => Array.from({ length: silent }, (_, at) => `${value}-${at}`)),
    ),
    members: silent * values.length,
    firstSilentAtMs: openedAtMs - 100_000,
    lastSilentAtMs: openedAtMs - 90_000,
    inside: ['cart'],
    weakened: ['search'],
    notExplained: ['payments'],
    ...rest,
  };
}

const incident = (serviceId: string, rest: Partial<GroupedIncident> = {}): GroupedIncident => ({
  incidentId: `of ${serviceId}`,
  serviceId,
  ...{ serviceName: serviceId, environment: 'production', channels: ['ops'] },
  downAfterMs: 2 * minuteMs,
  isToldAlone: false,
  isOver: false,
  ...rest,
});

const opened = (cause = found('h7', 10), incidents = [incident('cart'), incident('mail')]) =>
  openGroup(cause, incidents, ids, openedAtMs);

const standing = (group: OutageGroup, silent: number, nowMs: number, over: ReadonlySet<string> = noneOver) =>
  withStanding(group, { silent, over, acknowledged: new Map() }, nowMs);

describe('an outage group', () => {
  test('has an id from its cause and its start, in the first partition', () => {
    expect(opened().groupId).toBe(opened(found('h7', 3)).groupId);
    expect(slotOf(opened().groupId)).toBe(0);
    expect(opened(found('h8', 10)).groupId).not.toBe(opened().groupId);
    expect(opened(found('h7', 10, { firstSilentAtMs: 1 })).groupId).not.toBe(opened().groupId);
    const everything = opened(found('h7', 10, { cause: { kind: 'everything' } }));
    expect(everything.groupId).not.toBe(opened().groupId);
  });

  test('begins with the first that is silent, and holds what was found', () => {
    expect(opened()).toMatchObject({
      startedAtMs: openedAtMs - 100_000,
      lastSilentAtMs: openedAtMs - 90_000,
      detectedAtMs: openedAtMs,
      endedAtMs: null,
      silent: 10,
      members: 10,
      weakenedServiceIds: ['search'],
      notExplainedServiceIds: ['payments'],
    });
  });
});

describe('a later look', () => {
  test('is about the same group if the place is the same, and about another one if it is not', () => {
    const group = opened();
    expect(groupOf(found('h7', 12), [group])).toBe(group);
    expect(groupOf(found('h8', 12), [group])).toBeNull();
    expect(groupOf(found('h7', 12), [{ ...group, endedAtMs: 1 }])).toBeNull();
    expect(
      groupOf(found('h7', 12, { cause: { kind: 'node', values: ['h7'], serviceId: null } }), [group]),
    ).toBe(group);
  });

  test('is about the same group if the wider cause contains nearly all of it', () => {
    const group = opened();
    const cause = { kind: 'zone' as const, values: ['a'], serviceId: null };
    const zone = (of7: number) =>
      found('h7', of7, {
        cause,
        silentIds: new Set([...found('h7', of7).silentIds, ...found('h8', 20).silentIds]),
      });
    expect(groupOf(zone(9), [group])).toBe(group);
    expect(groupOf(zone(8), [group])).toBeNull();
    const { group: grown, change } = growGroup(group, zone(9), []);
    expect(change).toBe('widened');
    expect(grown).toMatchObject({
      groupId: group.groupId,
      startedAtMs: group.startedAtMs,
      cause,
      silent: 29,
    });
    expect(grown.instanceIds.size).toBe(30);
  });

  test('that finds nothing new changes nothing', () => {
    const group = opened();
    expect(growGroup(group, found('h7', 10), [incident('cart')])).toEqual({ change: 'none', group });
  });

  test('adds what fell silent since, and what is Down since', () => {
    const more = growGroup(opened(), found('h7', 12), [incident('cart'), incident('news')]);
    expect(more.change).toBe('grown');
    expect(more.group.incidents.map(({ serviceId }) => serviceId)).toEqual(['cart', 'mail', 'news']);
    expect(more.group).toMatchObject({ silent: 12, members: 12, isChanged: true });
  });

  test('never makes the cause smaller: what was told remains', () => {
    const wide = opened(found(['h7', 'h8'], 5));
    const { group } = growGroup(wide, found('h7', 5), [incident('news')]);
    expect(group.cause).toEqual({ kind: 'host', values: ['h7', 'h8'], serviceId: null });
    expect(group.instanceIds.size).toBe(10);
  });
});

describe('in the course of time', () => {
  test('a change is told by an edit, at most one a minute', () => {
    const changed = standing(opened(), 9, openedAtMs + 5_000);
    expect(nextGroupTurn(changed)).toEqual({ kind: 'edit', atMs: openedAtMs + minuteMs });
    const told = takeGroupTurn(changed, { kind: 'edit', atMs: 0 }, openedAtMs + 70_000);
    expect(nextGroupTurn(told)?.kind).toBe('remind');
    expect(nextGroupTurn(standing(told, 8, openedAtMs + 71_000))?.atMs).toBe(openedAtMs + 130_000);
    expect(standing(told, 9, openedAtMs + 71_000).isChanged).toBe(false);
  });

  test('what is not back twice its down-after later than most is told alone, the others are not', () => {
    const backAtMs = openedAtMs + 3 * minuteMs;
    const slow = [incident('cart'), incident('mail', { downAfterMs: 5 * minuteMs }), incident('news')];
    const back = standing(opened(found('h7', 10), slow), 1, backAtMs, new Set(['of news']));
    const quiet = takeGroupTurn(back, { kind: 'edit', atMs: 0 }, backAtMs);
    const first = nextGroupTurn(quiet);
    expect(first).toMatchObject({ kind: 'tell-alone', atMs: backAtMs + 4 * minuteMs, incident: slow[0] });
    const told = takeGroupTurn(quiet, first ?? { kind: 'end', atMs: 0 }, backAtMs + 4 * minuteMs);
    expect(told.incidents.map(({ isToldAlone }) => isToldAlone)).toEqual([true, false, false]);
    const later = takeGroupTurn(told, { kind: 'edit', atMs: 0 }, backAtMs + 4 * minuteMs);
    expect(nextGroupTurn(later)).toMatchObject({ kind: 'tell-alone', atMs: backAtMs + 10 * minuteMs });
  });

  test('most are back when a tenth is silent, and the time begins anew if more are again', () => {
    const group = opened();
    expect(standing(group, 2, openedAtMs + 1).mostlyBackAtMs).toBeNull();
    const back = standing(group, 1, openedAtMs + 1);
    expect(back.mostlyBackAtMs).toBe(openedAtMs + 1);
    expect(standing(back, 0, openedAtMs + 2).mostlyBackAtMs).toBe(openedAtMs + 1);
    expect(standing(back, 2, openedAtMs + 2).mostlyBackAtMs).toBeNull();
  });

  test('it ends when none is silent', () => {
    const back = standing(opened(), 0, openedAtMs + 1_000);
    const turn = nextGroupTurn(back);
    expect(turn).toEqual({ kind: 'end', atMs: openedAtMs + 1_000 });
    const ended = takeGroupTurn(back, turn ?? { kind: 'edit', atMs: 0 }, openedAtMs + 1_500);
    expect(ended.endedAtMs).toBe(openedAtMs + 1_000);
    expect(nextGroupTurn(ended)).toBeNull();
  });

  test('it ends also if few stay silent, when each of their services was told alone', () => {
    const told = [incident('cart', { isOver: true }), incident('mail', { isToldAlone: true })];
    const back = standing(opened(found('h7', 10), told), 1, openedAtMs, new Set(['of cart']));
    expect(nextGroupTurn({ ...back, isChanged: false })).toEqual({
      kind: 'end',
      atMs: openedAtMs + 4 * minuteMs,
    });
    const open = standing(opened(found('h7', 10), [incident('mail')]), 1, openedAtMs);
    expect(nextGroupTurn({ ...open, isChanged: false })?.kind).toBe('tell-alone');
  });
});

describe('a message', () => {
  const row = (kind: NotificationKind, more: Partial<Notification> = {}) => ({
    ...{ kind, incidentId: 'of cart', channelId: 'ops', message: {} as Notification['message'] },
    ...more,
  });

  test('that begins an outage inside a group is part of the message of the group', () => {
    const group = opened();
    const folded = { kind: 'part-of', groupId: group.groupId };
    for (const kind of ['down', 'recovering', 'acknowledged', 'reminder'] as const)
      expect(foldMessage(row(kind), [group])).toEqual(folded);
  });

  test('that reminds of an incident is part of it for as long as the group is open', () => {
    const reminded = { ...opened(), isReminded: true, reminders: { count: 3, lastAtMs: openedAtMs } };
    expect(foldMessage(row('reminder'), [reminded]).kind).toBe('part-of');
    expect(foldMessage(row('reminder'), [{ ...reminded, endedAtMs: openedAtMs }]).kind).toBe('own');
  });

  test('that ends one, or tells of flapping, is its own, always', () => {
    const own = { kind: 'own', because: 'never-folded' };
    for (const kind of ['resolved', 'flapping', 'degraded', 'health'] as const)
      expect(foldMessage(row(kind), [opened()])).toEqual(own);
    const long = row('down', { message: { flaps: true } as Notification['message'] });
    expect(foldMessage(long, [opened()])).toEqual(own);
  });

  test('of an incident outside every open group is its own', () => {
    const own = { kind: 'own', because: 'no-group' };
    expect(foldMessage(row('down', { incidentId: 'of payments' }), [opened()])).toEqual(own);
    expect(foldMessage(row('down'), [{ ...opened(), endedAtMs: 1 }])).toEqual(own);
    expect(foldMessage(row('down'), [])).toEqual(own);
  });

  test('to a channel in which the message of the group does not name its incident is its own', () => {
    expect(foldMessage(row('down', { channelId: 'team' }), [opened()])).toEqual({
      kind: 'own',
      because: 'not-named',
    });
  });

  test('of an incident that was told alone is its own', () => {
    const group = opened(found('h7', 10), [incident('cart', { isToldAlone: true })]);
    expect(foldMessage(row('down'), [group])).toEqual({ kind: 'own', because: 'told-alone' });
  });
});
