import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/simulator/fleet/random.ts';
import { type Lived, liveCycle } from './live-cycle.ts';

const minute = 60_000;
const hour = 60 * minute;
const intervalMs = 30_000;

/** All combinations of the evidence in full; a sample of them is part of `npm test`. */
const isLong = process.env['SIMULATION_FLAPPING'] === 'long';
const say = (text: string) => (isLong ? process.stdout.write(`${text}\n`) : undefined);

/** Beats from `fromMs` on while it is up. */
function beatsFrom(fromMs: number, upMs: number): number[] {
  return Array.from({ length: Math.floor(upMs / intervalMs) + 1 }, (_, n) => fromMs + n * intervalMs);
}

/** Up for so long and silent for so long, again and again; then up for good, until all is settled. */
function cycle(upMs: number, silentMs: number, forMs = 6 * hour, settleMs = 0) {
  const beatsMs: number[] = [];
  for (let fromMs = 0; fromMs < forMs; fromMs += upMs + silentMs) {
    // The last heartbeat before a silence begins it.
    beatsMs.push(...beatsFrom(fromMs, upMs));
  }
  const last = beatsMs.at(-1) ?? 0;
  if (settleMs > 0) beatsMs.push(...beatsFrom(last + silentMs, settleMs));
  return { beatsMs, untilMs: settleMs > 0 ? last + silentMs + settleMs : forMs };
}

/** The most messages in any sixty minutes. */
function worstHour({ messages }: Lived): number {
  const times = messages.map(({ atMs }) => atMs).sort((a, b) => a - b);
  return Math.max(0, ...times.map((from) => times.filter((ms) => ms >= from && ms < from + hour).length));
}

const countOf = ({ messages }: Lived, kind: string) =>
  messages.filter((message) => message.kind === kind).length;

test('one heartbeat each 150 s for six hours is one incident and a message an hour', async () => {
  const lived = await liveCycle({
    beatsMs: Array.from({ length: 144 }, (_, n) => n * 150_000),
    untilMs: 6 * hour,
  });
  say(
    `${lived.downsMs.length} outages, ${lived.incidents.length} incidents, ${lived.messages.length} messages`,
  );
  expect(lived.downsMs).toHaveLength(144);
  expect(lived.incidents).toMatchObject([{ state: 'open', relapses: 143 }]);
  expect(countOf(lived, 'resolved')).toBe(0);
  expect(lived.messages.filter(({ isSummary }) => isSummary)).toHaveLength(5);
  expect(lived.messages).toHaveLength(8);
  expect(worstHour(lived)).toBe(3);
});

describe('a service that flaps, however fast', () => {
  const step = isLong ? 1 : 9.5;
  const ups = Array.from({ length: Math.floor(59 / step) + 1 }, (_, n) => 0.5 + n * step);
  const silences = isLong ? [2.5, 5, 7.5, 10, 12.5, 15] : [2.5, 7.5, 15];

  test('costs five messages in its worst hour, is paged at first, and ends once', async () => {
    const worst = new Map<number, number>();
    const wrong: string[] = [];
    for (const up of ups) {
      for (const silent of silences) {
        const lived = await liveCycle(cycle(up * minute, silent * minute, 6 * hour, 90 * minute));
        const messages = worstHour(lived);
        worst.set(messages, (worst.get(messages) ?? 0) + 1);
        // Nobody is told of an end while it is silent again, and none is left open.
        const ends = lived.incidents.filter(({ state }) => state === 'resolved').length;
        const isRight =
          messages <= 5 &&
          lived.messages[0]?.kind === 'down' &&
          ends === lived.incidents.length &&
          countOf(lived, 'resolved') === ends;
        if (!isRight) wrong.push(`up ${up} min, silent ${silent} min: ${messages} messages, ${ends} ends`);
      }
    }
    say(`worst hour: ${[...worst].map(([messages, times]) => `${times} times ${messages}`).join(', ')}`);
    expect(wrong).toEqual([]);
  });
});

describe.each([
  ['a day', 24 * hour],
  ['four hours', 4 * hour],
])('outages about %s apart', (name, apartMs) => {
  test('are all paged at once, each with an incident and an end of its own', async () => {
    const random = createRandom(7);
    const outages = isLong ? 600 : 60;
    const beatsMs: number[] = [];
    const endsMs: number[] = [];
    let atMs = 0;
    for (let n = 0; n < outages; n++) {
      const upMs = Math.round(apartMs * (0.5 + random()));
      beatsMs.push(...beatsFrom(atMs, upMs));
      atMs = (beatsMs.at(-1) ?? 0) + Math.round((3 + 27 * random()) * minute);
      endsMs.push(atMs);
    }
    beatsMs.push(...beatsFrom(atMs, 2 * hour));
    const lived = await liveCycle({ beatsMs, untilMs: atMs + 2 * hour });
    expect(lived.downsMs).toHaveLength(outages);
    expect(countOf(lived, 'down')).toBe(outages);
    expect(countOf(lived, 'resolved')).toBe(outages);
    const quiet = lived.incidents
      .map(({ recoveredAtMs, resolvedAtMs }) => (resolvedAtMs ?? 0) - (recoveredAtMs ?? 0))
      .sort((a, b) => a - b);
    say(
      `${name}: resolved after ${[0.5, 0.9, 0.99].map((p) => (quiet[Math.floor(p * quiet.length)] ?? 0) / minute).join(', ')} min`,
    );
    expect(quiet[0]).toBe(2 * minute);
  });
});
