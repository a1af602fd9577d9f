import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stateTimes } from '../../../src/domain/history/state-times.ts';
import { type HistoryEntry, timesOfDays } from '../../../src/domain/history/times-of-days.ts';
import { at, entries, firstDay, hourMs, overlays, pastHours, stateIn } from './pasts.ts';

describe('the times of a service by day', () => {
  test('are as whoever walks through the hours finds them', () => {
    fc.assert(
      fc.property(...[entries, overlays, fc.nat(pastHours), fc.nat(pastHours)], (all, over, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const walked = new Map<number, Record<string, number>>();
        for (let hour = from; hour < to; hour++) {
          const day = firstDay + Math.floor(hour / 24);
          const times = walked.get(day) ?? stateTimes.none();
          const state = stateIn(hour, all, over);
          times[state] = (times[state] ?? 0) + hourMs;
          walked.set(day, times);
        }
        expect(timesOfDays({ fromMs: at(from), toMs: at(to) }, all, over)).toEqual(walked);
      }),
    );
  });

  test('of each whole day are together exactly its length', () => {
    fc.assert(
      fc.property(entries, overlays, (all, over) => {
        const days = timesOfDays({ fromMs: at(0), toMs: at(pastHours) }, all, over);
        expect(days.size).toBe(pastHours / 24);
        for (const times of days.values())
          expect(Object.values(times).reduce((sum, ms) => sum + ms, 0)).toBe(24 * hourMs);
      }),
    );
  });
});

test('a day worked by hand: maintenance over blind time over statuses, none of them where nothing was watched', () => {
  const minute = (hour: number, minutes: number) => at(hour) + minutes * 60_000;
  const all: HistoryEntry[] = [
    { atMs: at(6), status: 'Pending' },
    { atMs: minute(6, 1), status: 'Healthy' },
    { atMs: minute(10, 30), status: 'Degraded' },
    { atMs: minute(10, 32), status: 'Down' },
    { atMs: minute(13, 15), status: 'Recovered' },
    { atMs: minute(13, 16), status: 'Healthy' },
    { atMs: at(22), status: 'Stopped' },
  ];
  const over = {
    maintenance: [
      { fromMs: at(5), toMs: minute(6, 31) },
      { fromMs: at(12), toMs: at(13) },
    ],
    blind: [
      { fromMs: minute(11, 30), toMs: minute(12, 30) },
      { fromMs: minute(21, 59), toMs: minute(22, 59) },
    ],
  };
  const [times] = timesOfDays({ fromMs: at(0), toMs: at(24) }, all, over).values();
  const minutes = Object.fromEntries(Object.entries(times ?? {}).map(([state, ms]) => [state, ms / 60_000]));
  expect(minutes).toEqual({
    // Until 6:01, and from 22:00 on.
    notWatched: 361 + 120,
    // 6:01 to 6:31, 12:00 to 13:00.
    maintenance: 30 + 60,
    // 11:30 to 12:00, 21:59 to 22:00.
    blind: 30 + 1,
    degraded: 2,
    // 10:32 to 11:30, 13:00 to 13:15.
    down: 58 + 15,
    // 6:31 to 10:30, 13:15 to 21:59.
    healthy: 239 + 524,
  });
  expect(stateTimes.ratio(times ?? stateTimes.none())).toBe((239 + 524 + 2) / (239 + 524 + 2 + 73));
});

test('a service of which nothing was seen has no uptime, neither 0 nor 1', () => {
  expect(stateTimes.ratio({ ...stateTimes.none(), blind: 5, maintenance: 5, notWatched: 5 })).toBeNull();
});
