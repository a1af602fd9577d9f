import { describe, expect, test } from 'vitest';
import { rulesFor } from '../../src/domain/policy.ts';
import { quietTimeMs } from '../../src/domain/quiet-time.ts';
import { synthetic } from '../../src/domain/synthetic-outage.ts';

describe.each([3_000, 60_000, 3_600_000])('every %i ms', (everyMs) => {
  const name = { serviceName: 'rehearsal-0', environment: synthetic.environment };
  const rules = rulesFor({ intervalMs: 30_000, downAfterMs: 120_000 }, [synthetic.policy(everyMs)], name);

  const { timing } = rules;

  test('outage and recovery take half of the time, whatever the defaults are', () => {
    expect(timing.downAfterMs + timing.recoveryWindowMs).toBe(everyMs / 2);
  });

  test('outage and quiet time take two thirds of it, however many there were before', () => {
    expect(rules.mostOutages).toBe(1);
    expect(timing.downAfterMs + quietTimeMs(rules, 1)).toBe((everyMs * 2) / 3);
  });

  test('the service is late before it is Down, and has missed three heartbeats by then', () => {
    expect(timing.downAfterMs).toBeGreaterThanOrEqual(3 * (timing.intervalMs + timing.graceMs));
    expect(timing.intervalMs).toBeGreaterThanOrEqual(250);
  });
});

test('the policy is for synthetic services alone', () => {
  const defaults = { intervalMs: 30_000, downAfterMs: 120_000 };
  const name = { serviceName: 'rehearsal-0', environment: 'production' };
  expect(rulesFor(defaults, [synthetic.policy(3_000)], name)).toEqual(rulesFor(defaults, [], name));
});
