import { describe, expect, test } from 'vitest';
import { activeWindow } from '../../../src/domain/maintenance/active-window.ts';
import {
  type MaintenanceWindow,
  maintenanceWindow,
} from '../../../src/domain/maintenance/maintenance-window.ts';
import { occurrenceAt, occurrenceFrom } from '../../../src/domain/maintenance/occurrence.ts';
import { endWindow, extendWindow, planWindow } from '../../../src/domain/maintenance/plan-window.ts';

const at = (text: string) => Date.parse(text);
const nowMs = at('2026-11-22T14:00:00Z');
const hourMs = 3_600_000;
const cart = { serviceName: 'cart', environment: 'production' };

const window = (more: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  ...{
    windowId: 'one',
    match: { service: 'cart' },
    bounds: { environments: [], services: [] },
    weekly: null,
  },
  ...{ startsAtMs: nowMs, endsAtMs: nowMs + hourMs, by: 'ci', note: 'deploy 4711' },
  ...{ createdAtMs: nowMs, request: null },
  ...more,
});
const nights = (more: Partial<MaintenanceWindow['weekly']> = {}) => ({
  ...{ days: ['sat'] as const, fromMinutes: 120, toMinutes: 240, timeZone: 'Europe/Berlin' },
  ...more,
});
const weekly = (more: Partial<MaintenanceWindow['weekly']> = {}) =>
  window({ weekly: nights(more), startsAtMs: 0, endsAtMs: null });

describe('a window that is declared once', () => {
  test('holds back from its start to its end, and not a moment longer', () => {
    expect(occurrenceAt(window(), nowMs - 1)).toBeNull();
    expect(occurrenceAt(window(), nowMs)).toEqual({ fromMs: nowMs, toMs: nowMs + hourMs });
    expect(occurrenceAt(window(), nowMs + hourMs)).toBeNull();
    expect(occurrenceFrom(window(), nowMs - 1)).toEqual({ fromMs: nowMs, toMs: nowMs + hourMs });
  });
});

describe('a window of each week', () => {
  test('begins and ends by the clock on the wall, also where the clock is put back in it', () => {
    const summer = occurrenceFrom(weekly(), at('2026-07-15T12:00:00Z'));
    expect(summer).toEqual({ fromMs: at('2026-07-18T00:00:00Z'), toMs: at('2026-07-18T02:00:00Z') });
    const winter = occurrenceFrom(weekly(), at('2026-11-25T12:00:00Z'));
    expect(winter).toEqual({ fromMs: at('2026-11-28T01:00:00Z'), toMs: at('2026-11-28T03:00:00Z') });
    const putBack = occurrenceFrom(weekly({ days: ['sun'] }), at('2026-10-24T20:00:00Z'));
    expect(putBack).toEqual({ fromMs: at('2026-10-25T00:00:00Z'), toMs: at('2026-10-25T03:00:00Z') });
  });

  test('that ends before it begins goes on after midnight', () => {
    const over = weekly({ fromMinutes: 23 * 60, toMinutes: 60, timeZone: 'UTC' });
    const saturday = { fromMs: at('2026-11-21T23:00:00Z'), toMs: at('2026-11-22T01:00:00Z') };
    expect(occurrenceAt(over, at('2026-11-22T00:59:59Z'))).toEqual(saturday);
    expect(occurrenceAt(over, at('2026-11-22T01:00:00Z'))).toBeNull();
  });

  test('is cut where the window begins to count, and where it ends', () => {
    const short = { ...weekly({ timeZone: 'UTC' }), startsAtMs: at('2026-11-28T03:00:00Z') };
    const cut = { ...short, endsAtMs: at('2026-11-28T03:30:00Z') };
    expect(occurrenceFrom(cut, nowMs)).toEqual({ fromMs: cut.startsAtMs, toMs: cut.endsAtMs });
    expect(occurrenceAt(cut, at('2026-11-28T02:30:00Z'))).toBeNull();
    expect(occurrenceFrom(cut, at('2026-11-28T03:30:00Z'))).toBeNull();
  });
});

describe('whose messages are held back', () => {
  test('is said by name, environment and labels, all of which must match', () => {
    const labelled = window({ match: { environment: 'prod*', labels: { team: 'sh?p' } } });
    expect(maintenanceWindow.covers(window(), cart)).toBe(true);
    expect(maintenanceWindow.covers(window(), { ...cart, serviceName: 'mail' })).toBe(false);
    expect(maintenanceWindow.covers(labelled, { ...cart, labels: { team: 'shop' } })).toBe(true);
    expect(maintenanceWindow.covers(labelled, { ...cart, labels: { team: 'post' } })).toBe(false);
    expect(maintenanceWindow.covers(labelled, cart)).toBe(false);
  });

  test('are only those that the key which declared it may see, and never those of a synthetic outage', () => {
    const all = window({ match: { service: '*' } });
    const bound = { ...all, bounds: { environments: ['staging'], services: ['c*'] } };
    expect(maintenanceWindow.covers(all, cart)).toBe(true);
    expect(maintenanceWindow.covers(bound, cart)).toBe(false);
    expect(maintenanceWindow.covers(bound, { ...cart, environment: 'staging' })).toBe(true);
    expect(maintenanceWindow.covers(all, { ...cart, environment: '~rehearsal' })).toBe(false);
  });

  test('are held until the last of several windows ends', () => {
    const longer = window({ windowId: 'two', endsAtMs: nowMs + 2 * hourMs });
    const later = window({ windowId: 'three', startsAtMs: nowMs + 1, endsAtMs: nowMs + 9 * hourMs });
    const active = activeWindow([window(), longer, later], cart, nowMs);
    expect(active).toEqual({ window: longer, untilMs: nowMs + 2 * hourMs });
    expect(activeWindow([window()], { ...cart, serviceName: 'mail' }, nowMs)).toBeNull();
  });
});

describe('declaring', () => {
  const maker = { windowId: 'one', bounds: { environments: [], services: [] }, request: null };
  const wanted = {
    ...{ match: { service: 'cart' }, startsAtMs: null, endsAtMs: null, forMs: hourMs },
    ...{ weekly: null, by: 'ci', note: 'deploy 4711' },
  };
  const plan = (more: object) => planWindow({ ...wanted, ...more }, maker, nowMs);

  test('begins now unless it says otherwise, and never before now', () => {
    expect(plan({})).toEqual({ kind: 'planned', window: window() });
    expect(plan({ startsAtMs: nowMs - hourMs })).toEqual({ kind: 'planned', window: window() });
    expect(plan({ startsAtMs: nowMs + hourMs })).toMatchObject({
      window: { startsAtMs: nowMs + hourMs, endsAtMs: nowMs + 2 * hourMs },
    });
  });

  test('needs an end that comes, and comes soon', () => {
    const week = 7 * 24 * hourMs;
    expect(plan({ forMs: null })).toMatchObject({ kind: 'refused', field: 'endsAt' });
    expect(plan({ forMs: null, endsAtMs: nowMs })).toMatchObject({ kind: 'refused', field: 'endsAt' });
    expect(plan({ forMs: week })).toMatchObject({ kind: 'planned' });
    expect(plan({ forMs: week + 1 })).toMatchObject({ kind: 'refused', field: 'for' });
    expect(plan({ startsAtMs: nowMs + 400 * 24 * hourMs })).toMatchObject({ field: 'startsAt' });
  });

  test('of each week may stand for a year, and must have a time in it', () => {
    const year = 366 * 24 * hourMs;
    expect(plan({ weekly: nights(), forMs: year })).toMatchObject({ kind: 'planned' });
    expect(plan({ weekly: nights(), forMs: year + 1 })).toMatchObject({ kind: 'refused', field: 'for' });
    expect(plan({ weekly: nights(), forMs: hourMs })).toMatchObject({ kind: 'refused', field: 'weekly' });
  });

  test('is extended, never shortened, and not beyond seven days from now', () => {
    const later = extendWindow(window(), nowMs + 2 * hourMs, nowMs);
    expect(later?.endsAtMs).toBe(nowMs + 2 * hourMs);
    expect(extendWindow(window(), nowMs + 1, nowMs)?.endsAtMs).toBe(nowMs + hourMs);
    expect(extendWindow(window(), nowMs + 7 * 24 * hourMs + 1, nowMs)).toBeNull();
  });

  test('is ended at once, also before it began', () => {
    expect(occurrenceFrom(endWindow(window(), nowMs + 1), nowMs + 1)).toBeNull();
    const later = window({ startsAtMs: nowMs + hourMs, endsAtMs: nowMs + 2 * hourMs });
    expect(occurrenceFrom(endWindow(later, nowMs), nowMs)).toBeNull();
  });
});
