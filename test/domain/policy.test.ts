import { describe, expect, test } from 'vitest';
import { matchesService, type ServiceMatch } from '../../src/domain/matches-service.ts';
import { rulesFor } from '../../src/domain/policy.ts';
import { defaultTiming } from './arbitraries.ts';

const orders = { serviceName: 'orders-api', environment: 'production' };
const defaults = { intervalMs: 30_000, downAfterMs: 120_000 };

describe('matchesService', () => {
  test.each<[ServiceMatch, boolean]>([
    [{}, true],
    [{ service: 'orders-api' }, true],
    [{ service: 'orders-*' }, true],
    [{ environment: 'prod*' }, true],
    [{ service: 'orders-*', environment: 'production' }, true],
    [{ service: 'orders-*', environment: 'test' }, false],
    [{ service: 'stock-*', environment: 'production' }, false],
    [{ service: 'production' }, false],
    [{ service: '' }, false],
  ])('%j matches orders-api in production: %s', (match, matches) => {
    expect(matchesService(match, orders)).toBe(matches);
  });
});

describe('rulesFor', () => {
  test('without a policy the defaults hold and one living instance is enough', () => {
    expect(rulesFor(defaults, [], orders)).toEqual({
      timing: defaultTiming,
      minInstances: 1,
      mostOutages: 6,
      unhealthyBeats: null,
    });
  });

  test('the first policy that matches decides, and it alone', () => {
    const policies = [
      { match: { service: 'stock-*' }, intervalMs: 1_000 },
      { match: { service: 'orders-*' }, minInstances: 3, mostOutages: 6, unhealthyBeats: 4 },
      { match: {}, intervalMs: 2_000, minInstances: 9 },
    ];
    expect(rulesFor(defaults, policies, orders)).toEqual({
      timing: defaultTiming,
      minInstances: 3,
      mostOutages: 6,
      unhealthyBeats: 4,
    });
    expect(rulesFor(defaults, policies, { ...orders, serviceName: 'mail' })).toMatchObject({
      timing: { intervalMs: 2_000 },
      minInstances: 9,
    });
  });

  test('policy wins over the registrant, the registrant over the default', () => {
    const policies = [{ match: { environment: 'test' }, intervalMs: 5_000 }];
    expect(rulesFor(defaults, policies, orders, 10_000).timing.intervalMs).toBe(10_000);
    expect(rulesFor(defaults, policies, { ...orders, environment: 'test' }, 10_000).timing.intervalMs).toBe(
      5_000,
    );
  });
});
