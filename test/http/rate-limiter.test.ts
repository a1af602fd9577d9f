import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/http/network-of.ts';
import { RateLimiter } from '../../src/http/rate-limiter.ts';

describe('the limit of calls', () => {
  it('gives a minute at once, and then each call after its share of a minute', () => {
    const limiter = new RateLimiter(60);
    for (let i = 0; i < 60; i++) expect(limiter.take('a', 5_000)).toBe(0);
    expect(limiter.take('a', 5_000)).toBe(1_000);
    expect(limiter.take('a', 5_400)).toBeCloseTo(600);
    expect(limiter.take('a', 6_000)).toBe(0);
    expect(limiter.take('a', 6_000)).toBe(1_000);
  });

  it('gives no more at once than it is told', () => {
    const limiter = new RateLimiter(60, 2);
    expect([1, 2, 3].map(() => limiter.take('a', 0))).toEqual([0, 0, 1_000]);
    expect(limiter.take('a', 60_000)).toBe(0);
    expect(limiter.take('a', 60_000)).toBe(0);
    expect(limiter.take('a', 60_000)).toBe(1_000);
  });

  it('is each caller\u2019s own', () => {
    const limiter = new RateLimiter(1);
    expect([limiter.take('a', 0), limiter.take('b', 0)]).toEqual([0, 0]);
    expect(limiter.take('a', 0)).toBe(60_000);
  });

  it('of 0 is none', () => {
    const limiter = new RateLimiter(0);
    for (let i = 0; i < 100_000; i++) expect(limiter.take('a', 0)).toBe(0);
  });

  it('lets through what it says in any stretch of time, and never less than the rate after a wait', () => {
    const gapsMs = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), gapsMs, (perMinute, gaps) => {
        const limiter = new RateLimiter(perMinute);
        const passedAtMs: number[] = [];
        let nowMs = 0;
        for (const gapMs of gaps) {
          nowMs += gapMs;
          const waitMs = limiter.take('a', nowMs);
          if (waitMs === 0) passedAtMs.push(nowMs);
          else expect(waitMs).toBeLessThanOrEqual(60_000 / perMinute + 0.001);
        }
        for (const startMs of passedAtMs) {
          const inMinute = passedAtMs.filter((atMs) => atMs >= startMs && atMs < startMs + 60_000);
          // What was saved up at the start, and what came back in the minute.
          expect(inMinute.length).toBeLessThanOrEqual(2 * perMinute);
        }
      }),
    );
  });

  it('remembers no more than ten thousand callers, those who call most lately', () => {
    const limiter = new RateLimiter(1);
    limiter.take('first', 0);
    for (let i = 0; i < 9_999; i++) limiter.take(`n${i}`, 0);
    expect(limiter.take('first', 0)).toBe(60_000);
    limiter.take('one more', 0);
    expect(limiter.take('first', 0)).toBe(0);
    expect(limiter.take('one more', 0)).toBe(60_000);
  });
});

describe('whom an address stands for', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001::4:5:6:7:8', '2001:0:0:4::/64'],
    ['not an address', 'not an address'],
  ])('%s for %s', (address, network) => expect(networkOf(address)).toBe(network));
});
