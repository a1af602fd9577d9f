import { describe, expect, test } from 'vitest';
import {
  type Circuit,
  type CircuitNews,
  circuit,
  type OpenCircuit,
} from '../../../src/domain/telling/circuit.ts';

const failed: CircuitNews = { kind: 'failed', isHung: false, because: 'receiver answered 500' };
const hung: CircuitNews = { kind: 'failed', isHung: true, because: 'no answer within 15 s' };
const sent: CircuitNews = { kind: 'sent' };
const nowMs = 1_790_000_000_000;

/** The circuit after these attempts of other messages, all at the same moment. */
const afterAll = (...news: CircuitNews[]) =>
  news.reduce<Circuit>((now, one, i) => circuit.after(now, `message ${i}`, one, nowMs), circuit.works);

function opened(now: Circuit): OpenCircuit {
  if (now.kind !== 'open') throw new Error('the circuit is not open');
  return now;
}

const five = [failed, failed, failed, failed, failed];
const open = opened(afterAll(...five));

describe('a circuit', () => {
  test('opens with the fifth failure in a row, and not with the fourth', () => {
    expect(afterAll(...five.slice(1))).toEqual({ kind: 'closed', failures: 4 });
    expect(afterAll(...five)).toEqual({
      ...{ kind: 'open', sinceMs: nowMs, probes: 0, nextProbeAtMs: nowMs + 5_000, probe: null },
      because: 'receiver answered 500',
    });
  });

  test('opens with the second attempt in a row that hangs, which holds slots and not only time', () => {
    expect(afterAll(hung).kind).toBe('closed');
    expect(afterAll(hung, hung).kind).toBe('open');
  });

  test('counts failures in a row: a success begins the count anew', () => {
    expect(afterAll(...five.slice(1), sent, ...five.slice(1)).kind).toBe('closed');
  });

  test('is the same value when an attempt says nothing new, so that nothing is written', () => {
    expect(afterAll(sent)).toBe(circuit.works);
    expect(circuit.after(open, 'another', failed, nowMs + 1)).toBe(open);
  });

  test('does not open because a receiver asks for a moment: it works', () => {
    const busy = { ...failed, retryAfterMs: 60_000 };
    expect(afterAll(busy, busy, busy, busy, busy, busy)).toBe(circuit.works);
  });

  test('opens for as long as a receiver asks for more than a minute', () => {
    const away = { ...failed, retryAfterMs: 90_000 };
    expect(opened(afterAll(away, away, away, away, away)).nextProbeAtMs).toBe(nowMs + 90_000);
  });
});

describe('an open circuit', () => {
  test('holds every message but its probe', () => {
    const probing = circuit.withProbe(open, 'probe', nowMs);
    expect([circuit.holds(open, 'probe'), circuit.holds(probing, 'probe')]).toEqual([true, false]);
    expect(circuit.holds(probing, 'another')).toBe(true);
    expect(circuit.holds(afterAll(failed), 'another')).toBe(false);
  });

  test('asks for a probe after 5 s, 15 s and then each minute', () => {
    const waits: number[] = [];
    let now = open;
    let atMs = nowMs;
    for (let i = 0; i < 5; i++) {
      waits.push(now.nextProbeAtMs - atMs);
      atMs = now.nextProbeAtMs;
      expect(circuit.isProbeDue(now, atMs - 1)).toBe(false);
      expect(circuit.isProbeDue(now, atMs)).toBe(true);
      now = opened(circuit.after(circuit.withProbe(now, 'probe', atMs), 'probe', failed, atMs));
    }
    expect(waits).toEqual([5_000, 15_000, 60_000, 60_000, 60_000]);
  });

  test('has one probe at a time, and another when that is not heard of for 45 s', () => {
    const probing = circuit.withProbe(open, 'probe', nowMs + 5_000);
    expect(circuit.isProbeDue(probing, nowMs + 49_999)).toBe(false);
    expect(circuit.isProbeDue(probing, nowMs + 50_000)).toBe(true);
  });

  test('has another probe at once when the first was not sent after all', () => {
    const probing = circuit.withProbe(open, 'probe', nowMs + 5_000);
    expect(circuit.withoutProbe(probing, 'another')).toBe(probing);
    expect(circuit.isProbeDue(opened(circuit.withoutProbe(probing, 'probe')), nowMs + 5_000)).toBe(true);
  });

  test('waits as long as its receiver asks', () => {
    const probing = circuit.withProbe(open, 'probe', nowMs);
    const after = circuit.after(probing, 'probe', { ...failed, retryAfterMs: 600_000 }, nowMs);
    expect(opened(after).nextProbeAtMs).toBe(nowMs + 600_000);
  });

  test('is closed by any success, also of an attempt that began before it opened', () => {
    expect(circuit.after(open, 'another', sent, nowMs)).toBe(circuit.works);
  });
});
