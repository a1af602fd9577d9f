import { describe, expect, test } from 'vitest';
import { openConfigDir } from './open-config-dir.ts';

const { dir, write, valid, errorsOf } = openConfigDir();

describe('a downAfter that was set', () => {
  const fast = { MONITOR_HEARTBEAT_INTERVAL: '1s' };
  const policies = (text: string) => ({ MONITOR_CONFIG: write('policies.yaml', `services: [${text}]\n`) });

  test('must hold at the interval that was set, and one that nobody set follows it', () => {
    expect(errorsOf({ ...fast, MONITOR_DOWN_AFTER: '2s' })).toEqual([
      'MONITOR_DOWN_AFTER must be at least 3250ms: three intervals of 1s and the grace of 250ms',
    ]);
    expect(errorsOf({ ...fast, MONITOR_DOWN_AFTER: '3250ms' })).toEqual([]);
    expect(errorsOf({ MONITOR_HEARTBEAT_INTERVAL: '1h' })).toEqual([]);
  });

  test('may be less than three intervals in a policy, but an instance is late before it is Down', () => {
    const errors = errorsOf(policies('{ downAfter: 10s }, { downAfter: 40s }, { heartbeatInterval: 5m }'));
    expect(errors).toEqual([
      `${dir}/policies.yaml: services[0].downAfter: must be longer than 36s: an interval of 30s and the grace of 6s, after which an instance is only late`,
    ]);
    expect(errorsOf({ ...fast, ...policies('{ downAfter: 10s }') })).toEqual([]);
    expect(errorsOf(policies('{ heartbeatInterval: 1s, downAfter: 10s }'))).toEqual([]);
  });
});

describe('how long our own path may be silent', () => {
  const policyOf = (text: string) =>
    write('blind.yaml', `services:\n  - { match: { service: "*" }, ${text} }\n`);

  test('is three seconds, and less where a Down comes sooner', () => {
    expect(valid({}).blindAfterMs).toBe(3_000);
    const soon = {
      MONITOR_HEARTBEAT_INTERVAL: '1s',
      MONITOR_HEARTBEAT_GRACE: '300ms',
      MONITOR_DOWN_AFTER: '4s',
    };
    expect(valid(soon).blindAfterMs).toBe(1_350);
    const MONITOR_CONFIG = policyOf('heartbeatInterval: 1s, grace: 500ms, downAfter: 3s');
    expect(valid({ MONITOR_CONFIG }).blindAfterMs).toBe(750);
    expect(valid({ MONITOR_HEARTBEAT_INTERVAL: '100ms', MONITOR_DOWN_AFTER: '550ms' }).blindAfterMs).toBe(
      300,
    );
  });

  test('must not be so long that an outage of our own could be a Down', () => {
    const MONITOR_CONFIG = policyOf('heartbeatInterval: 1s, grace: 500ms, downAfter: 3s');
    expect(errorsOf({ MONITOR_CONFIG, MONITOR_BLIND_AFTER: '1500ms' })).toEqual([
      expect.stringContaining('MONITOR_BLIND_AFTER must be shorter than 1.5 s'),
    ]);
    expect(valid({ MONITOR_CONFIG, MONITOR_BLIND_AFTER: '1400ms' }).blindAfterMs).toBe(1_400);
    expect(valid({ MONITOR_BLIND_AFTER: '60s' }).blindAfterMs).toBe(60_000);
  });
});
