import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeptHistory } from '../../../src/domain/history/kept-history.ts';
import { recordChange } from '../../../src/domain/history/record-change.ts';
import { overlaysNeededFrom, rollUpDays } from '../../../src/domain/history/roll-up-days.ts';
import type { HistoryEntry, Overlays } from '../../../src/domain/history/times-of-days.ts';
import { firstDayToReport, reportUptime } from '../../../src/domain/history/uptime-report.ts';
import { utcDay } from '../../../src/domain/history/utc-day.ts';
import { at, entries, firstDay, hourMs, type LateEntry, overlays, pastHours } from './pasts.ts';

const days = pastHours / 24;
const dayMs = 24 * hourMs;

/** What is known at a moment of what lies over the statuses, from another moment on. */
function known(over: Overlays, fromMs: number, nowMs: number): Overlays {
  const cut = (spans: Overlays['blind']) =>
    spans
      .filter((span) => span.toMs > fromMs && span.fromMs < nowMs)
      .map((span) => ({ ...span, toMs: Math.min(span.toMs, nowMs) }));
  return { maintenance: cut(over.maintenance), blind: cut(over.blind) };
}

/** A service whose past is kept as the program keeps it: written change by change, counted from time to time. */
class Keeper {
  kept: KeptHistory = { entries: [], cutOff: null, days: new Map() };
  readonly #over: Overlays;
  readonly #keptDays: number;

  constructor(over: Overlays, keptDays = 400) {
    this.#over = over;
    this.#keptDays = keptDays;
  }

  write({ atMs, status, writtenAtMs }: LateEntry): void {
    const { entries } = this.kept;
    const last = entries.at(-1) ?? null;
    const recorded = { last, entries: entries.length };
    const from = last ?? { atMs, status };
    const record = recordChange(recorded, from, { atMs, status }, writtenAtMs);
    // Of the first there is nothing before.
    const added = last === null ? record.entries.slice(1) : record.entries;
    this.kept = { ...this.kept, entries: [...entries, ...added] };
    const { countFromDay } = record;
    if (countFromDay === null) return;
    const right = [...this.kept.days].filter(([day]) => day < countFromDay);
    this.kept = { ...this.kept, days: new Map(right) };
  }

  count(nowMs: number, mostEntries: number): void {
    const blind = this.#over.blind.find(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
    const endDay = utcDay.at(blind?.fromMs ?? nowMs);
    const bounds = { endDay, keptDays: this.#keptDays, mostEntries };
    const fromMs = overlaysNeededFrom(this.kept, bounds);
    const rolledUp = rollUpDays(this.kept, known(this.#over, fromMs, nowMs), bounds);
    const left = [...this.kept.days].filter(([day]) => !rolledUp.goneDays.includes(day));
    this.kept = {
      entries: this.kept.entries.slice(rolledUp.goneEntries),
      cutOff: rolledUp.cutOff ?? this.kept.cutOff,
      days: new Map([...left, ...rolledUp.days]),
    };
  }

  report(nowMs: number) {
    const fromMs = utcDay.startOf(firstDayToReport(this.kept, days, nowMs));
    return reportUptime(this.kept, known(this.#over, fromMs, nowMs), days, nowMs);
  }
}

const counts = fc.array(fc.tuple(fc.nat(pastHours * 2), fc.constantFrom(2, 3, 500)), { maxLength: 12 });

/** Plays a past through: changes when they were written, counts when they come. */
function play(keeper: Keeper, all: LateEntry[], rounds: [hour: number, mostEntries: number][]): void {
  const steps = [
    ...all.map((entry) => ({ atMs: entry.writtenAtMs, run: () => keeper.write(entry) })),
    ...rounds.map(([hour, most]) => ({ atMs: at(hour), run: () => keeper.count(at(hour), most) })),
  ];
  for (const { run } of steps.sort((a, b) => a.atMs - b.atMs)) run();
}

describe('counting days', () => {
  test('in many pieces, with late changes and entries cut off, says the same as in one piece', () => {
    const endMs = at(pastHours) - 1;
    fc.assert(
      fc.property(entries, overlays, counts, (all, over, rounds) => {
        const early = all.filter(({ writtenAtMs }) => writtenAtMs < endMs);
        fc.pre(early.length > 0);
        const keeper = new Keeper(over);
        play(
          keeper,
          early,
          rounds.filter(([hour]) => at(hour) < endMs),
        );
        const whole: KeptHistory = { entries: early, cutOff: null, days: new Map() };
        expect(keeper.report(endMs)).toEqual(reportUptime(whole, known(over, at(0), endMs), days, endMs));
      }),
      { numRuns: 500 },
    );
  });

  test('done twice writes the same as once', () => {
    fc.assert(
      fc.property(entries, overlays, (all, over) => {
        const keeper = new Keeper(over);
        for (const entry of all) keeper.write(entry);
        keeper.count(at(pastHours * 2), 3);
        const { kept } = keeper;
        keeper.count(at(pastHours * 2), 3);
        expect(keeper.kept).toEqual(kept);
      }),
    );
  });

  test('leaves no day out from the first change on, and none in twice', () => {
    fc.assert(
      fc.property(entries, overlays, counts, (all, over, rounds) => {
        const keeper = new Keeper(over);
        play(keeper, all, rounds);
        const nowMs = at(pastHours * 2) + 1;
        for (const { day, times } of keeper.report(nowMs).days) {
          const lengthMs = Math.min(dayMs, nowMs - utcDay.startOf(day));
          expect(Object.values(times).reduce((sum, ms) => sum + ms, 0)).toBe(lengthMs);
        }
      }),
    );
  });

  test('days and changes that are older than what is kept go', () => {
    const keeper = new Keeper({ maintenance: [], blind: [] }, 3);
    const change = (hour: number, status: HistoryEntry['status']) =>
      keeper.write({ atMs: at(hour), status, writtenAtMs: at(hour) });
    for (let day = 0; day < 8; day++) {
      change(24 * day + 1, 'Down');
      change(24 * day + 2, 'Healthy');
      keeper.count(at(24 * (day + 1)), 500);
    }
    expect([...keeper.kept.days.keys()]).toEqual([firstDay + 5, firstDay + 6, firstDay + 7]);
    expect(keeper.kept.entries.map(({ atMs }) => (atMs - at(0)) / hourMs)).toEqual([
      98, 121, 122, 145, 146, 169, 170,
    ]);
  });

  test('a change that is written when its day was counted has that day, and those after it, counted again', () => {
    const keeper = new Keeper({ maintenance: [], blind: [] });
    keeper.write({ atMs: at(0), status: 'Healthy', writtenAtMs: at(0) });
    keeper.count(at(49), 500);
    expect(keeper.report(at(49)).totals.healthy).toBe(49 * hourMs);
    keeper.write({ atMs: at(20), status: 'Down', writtenAtMs: at(50) });
    keeper.count(at(51), 500);
    expect([...keeper.kept.days.values()].map(({ healthy, down }) => [healthy, down])).toEqual([
      [20 * hourMs, 4 * hourMs],
      [0, 24 * hourMs],
    ]);
  });
});

test('a day that was counted and is cut off later can still be counted again, with all that lay over it', () => {
  const over: Overlays = { maintenance: [{ fromMs: at(0), toMs: at(2) }], blind: [] };
  const keeper = new Keeper(over);
  const change = (hour: number, status: HistoryEntry['status'], writtenHour = hour) =>
    keeper.write({ atMs: at(hour), status, writtenAtMs: at(writtenHour) });
  for (const [hour, status] of [
    [0, 'Healthy'],
    [1, 'Degraded'],
    [3, 'Down'],
    [4, 'Healthy'],
  ] as const)
    change(hour, status);
  keeper.count(at(49), 500);
  keeper.count(at(50), 2);
  expect(keeper.kept.entries).toHaveLength(2);
  change(5, 'Stopped', 52);
  keeper.count(at(53), 500);
  const [first] = keeper.kept.days.values();
  expect(first).toEqual({
    ...{ maintenance: 2 * hourMs, degraded: hourMs, down: hourMs, healthy: hourMs, blind: 0 },
    notWatched: 19 * hourMs,
  });
});

describe('what is written with a change', () => {
  const healthy = { atMs: at(1), status: 'Healthy' } as const;
  const down = { atMs: at(2), status: 'Down' } as const;

  test('is the new status alone, or with the one before if nobody wrote that', () => {
    expect(recordChange({ last: healthy, entries: 3 }, healthy, down, at(2))).toEqual({
      entries: [down],
      countFromDay: null,
    });
    for (const last of [null, { atMs: at(0), status: 'Down' } as const])
      expect(recordChange({ last, entries: 3 }, healthy, down, at(2)).entries).toEqual([healthy, down]);
  });

  test('asks for a count when there is much of it', () => {
    expect(recordChange({ last: healthy, entries: 600 }, healthy, down, at(2)).countFromDay).toBe(firstDay);
  });
});
