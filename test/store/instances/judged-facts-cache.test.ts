import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { judgedFacts } from '../../../src/store/instances/judged-facts.ts';
import { JudgedFactsCache } from '../../../src/store/instances/judged-facts-cache.ts';

const minuteMs = 60_000;

function factsOf(revision: string) {
  const facts = judgedFacts.of([revision, 'Healthy', '1', '1', '1', 'orders', 'test', '1000']);
  if (facts === null) throw new Error('these are no facts');
  return facts;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is remembered of instances', () => {
  test('is only true of the revision that was read', () => {
    const cache = new JudgedFactsCache(2);
    cache.keep('one', factsOf('7'));
    expect(cache.find('one', '7')).toEqual(factsOf('7'));
    expect([cache.find('one', '8'), cache.find('two', '7')]).toEqual([null, null]);
  });

  test('is read again after ten minutes, and not before', () => {
    const cache = new JudgedFactsCache(2);
    cache.keep('old', factsOf('1'));
    vi.advanceTimersByTime(9 * minuteMs);
    cache.keep('new', factsOf('1'));
    cache.forgetOld();
    expect(cache.find('old', '1')).not.toBe(null);
    vi.advanceTimersByTime(minuteMs + 1);
    cache.forgetOld();
    expect([cache.find('old', '1'), cache.find('new', '1')]).toEqual([null, factsOf('1')]);
  });

  test('counts from when it was read last', () => {
    const cache = new JudgedFactsCache(2);
    cache.keep('one', factsOf('1'));
    cache.keep('two', factsOf('1'));
    vi.advanceTimersByTime(9 * minuteMs);
    cache.keep('one', factsOf('2'));
    vi.advanceTimersByTime(2 * minuteMs);
    cache.forgetOld();
    expect([cache.find('one', '2'), cache.find('two', '1')]).toEqual([factsOf('2'), null]);
  });

  test('stays when there is no room for more, and is renewed in its place', () => {
    const cache = new JudgedFactsCache(2);
    for (const id of ['one', 'two', 'three']) cache.keep(id, factsOf('1'));
    cache.keep('one', factsOf('2'));
    expect(cache.find('one', '2')).not.toBe(null);
    expect(cache.find('two', '1')).not.toBe(null);
    expect(cache.find('three', '1')).toBe(null);
  });
});
