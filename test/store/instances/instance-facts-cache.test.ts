import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InstanceFactsCache } from '../../../src/store/instances/instance-facts-cache.ts';

const facts = { serviceId: 'orders', expectedIntervalMs: 30_000, health: null, unhealthyBeats: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what a node remembers of instances', () => {
  test('is kept for ten minutes from when it was read last', () => {
    const cache = new InstanceFactsCache(2);
    cache.keep('one', facts);
    vi.advanceTimersByTime(9 * 60_000);
    cache.keep('one', facts);
    vi.advanceTimersByTime(9 * 60_000);
    expect(cache.find('one')).toMatchObject(facts);
    vi.advanceTimersByTime(60_001);
    expect(cache.find('one')).toBe(null);
  });

  test('stays when there are more instances than it has room for', () => {
    const cache = new InstanceFactsCache(2);
    for (const id of ['one', 'two', 'three']) expect(cache.keep(id, facts)).toMatchObject(facts);
    expect(['one', 'two', 'three'].map((id) => cache.find(id) !== null)).toEqual([true, true, false]);
  });

  test('makes room when those that fill it were not read for ten minutes', () => {
    const cache = new InstanceFactsCache(2);
    for (const id of ['gone', 'gone too']) cache.keep(id, facts);
    vi.advanceTimersByTime(10 * 60_000 + 1);
    cache.keep('new', facts);
    expect(cache.find('new')).toMatchObject(facts);
  });
});
