import { describe, expect, test } from 'vitest';
import { countHeard, type HeardInstance } from '../../../src/domain/failure-domains/count-heard.ts';

const one = (host: string, lastBeatAtMs: number, more: Partial<HeardInstance> = {}): HeardInstance => ({
  ...{ instanceId: `${host} ${lastBeatAtMs}`, serviceId: 'cart', lastBeatAtMs },
  attributes: { host, zone: 'z1', serviceVersion: '1' },
  ...more,
});
const host = (value: string) => ({ kind: 'host' as const, value, serviceId: null });
const zone = (value: string) => ({ kind: 'zone' as const, value, serviceId: null });
const version = { kind: 'serviceVersion' as const, value: '1', serviceId: 'cart' };

const fleet = [one('h1', 1_000), one('h1', 2_000), one('h2', 3_000, { serviceId: 'mail' })];

describe('a fleet that was read as a whole', () => {
  const heard = countHeard({ sample: fleet, weight: 1, near: [], ofServices: new Map(), share: 1 });

  test('is counted by place, version and service, and only who was heard after the moment', () => {
    expect(heard.in(host('h1'), 0)).toBe(2);
    expect(heard.in(host('h1'), 1_000)).toBe(1);
    expect(heard.in(host('h3'), 0)).toBe(0);
    expect(heard.in(version, 0)).toBe(2);
    expect(heard.inService('cart', 1_500)).toBe(1);
    expect(heard.inFleet(0)).toBe(3);
    expect(heard.zones).toEqual(['z1']);
  });
});

describe('a large fleet of which some were read by chance', () => {
  const of = (near: HeardInstance[] | null) =>
    countHeard({
      ...{ sample: fleet, weight: 10, near, share: 1 },
      ofServices: new Map([['cart', { instances: fleet.slice(0, 2), weight: 4 }]]),
    });

  test('counts what is on a host one by one, a service and its version by its own members', () => {
    const heard = of([one('h1', 2_000)]);
    expect(heard.in(host('h1'), 0)).toBe(1);
    expect(heard.in(host('h2'), 0)).toBe(0);
    expect(heard.inService('cart', 0)).toBe(8);
    expect(heard.in(version, 1_500)).toBe(4);
    expect(heard.inFleet(0)).toBe(30);
  });

  test('takes few in the sample for as many as they may be, and never for more than there are', () => {
    expect(of([]).in(zone('z2'), 0)).toBe(30);
    expect(of([]).in(zone('z1'), 0)).toBe(30);
    const large = Array.from({ length: 400 }, (_, i) => one('h1', i + 1));
    const heard = countHeard({ sample: large, weight: 10, near: [], ofServices: new Map(), share: 1 });
    expect(heard.in(zone('z2'), 0)).toBe(30);
    expect(heard.in(zone('z1'), 300)).toBe(1_000);
  });

  test('has endlessly many on a host if nobody looked who is there, so that it is never named', () => {
    expect(of(null).in(host('h1'), 0)).toBe(Number.POSITIVE_INFINITY);
  });
});

test('if a part of the late was read, the living are reduced to the same part', () => {
  const heard = countHeard({ sample: fleet, weight: 1, near: [], ofServices: new Map(), share: 0.5 });
  expect(heard.inFleet(0)).toBe(1.5);
  expect(heard.in(host('h1'), 0)).toBe(1);
});
