import { describe, expect, test } from 'vitest';
import type { ChannelVitals } from '../../src/domain/channel-vitals.ts';
import { findCauses } from '../../src/domain/find-causes.ts';
import type { ImpairmentCause, MonitorVitals } from '../../src/domain/impairment.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const well: MonitorVitals = {
  blindMs: 0,
  repairedMinutes: 0,
  lostState: null,
  channels: [],
  memory: { usedBytes: 10, limitBytes: 100 },
  keyUsage: [],
  refusals: [],
  locks: [],
  differences: { now: [], lasting: [] },
};
const quiet: ChannelVitals = {
  channelId: 'hook',
  sentAgoMs: null,
  failingForMs: null,
  deadAgoMs: null,
  stuckForMs: null,
};

const lock = { channelId: 'chat', because: 'its secrets are encrypted with key 1234abcd' };

const differing = {
  setting: 'downAfter',
  values: [
    { value: '2 min', nodes: ['api-1'] },
    { value: '4.0 s', nodes: ['worker-2'] },
  ],
};

const keyWith = (instances: number) => ({ keyId: 'abcdefgh', name: 'ci', instances, limit: 100 });

const causesOf = (vitals: Partial<MonitorVitals>, active: ImpairmentCause[] = []) =>
  findCauses({ ...well, ...vitals }, active).map(({ cause }) => cause);
const isFailing = (channel: Partial<ChannelVitals>, active: ImpairmentCause[] = []) =>
  causesOf({ channels: [{ ...quiet, ...channel }] }, active).includes('channel-failing');

test('a monitor that is well has no cause, nor has one that knows next to nothing', () => {
  expect(causesOf({})).toEqual([]);
  expect(causesOf({ memory: null, channels: [quiet] })).toEqual([]);
});

describe('each cause begins at one limit and stays until another', () => {
  test.each<[ImpairmentCause, Partial<MonitorVitals>, begins: boolean, stays: boolean]>([
    ['blind', { blindMs: minuteMs + 1 }, true, true],
    ['blind', { blindMs: minuteMs }, false, true],
    ['blind', { blindMs: minuteMs / 2 + 1 }, false, true],
    ['blind', { blindMs: minuteMs / 2 }, false, false],
    ['sweeper-repairing', { repairedMinutes: 3 }, true, true],
    ['sweeper-repairing', { repairedMinutes: 2 }, false, true],
    ['sweeper-repairing', { repairedMinutes: 1 }, false, true],
    ['sweeper-repairing', { repairedMinutes: 0 }, false, false],
    ['redis-memory', { memory: { usedBytes: 701, limitBytes: 1_000 } }, true, true],
    ['redis-memory', { memory: { usedBytes: 700, limitBytes: 1_000 } }, false, true],
    ['redis-memory', { memory: { usedBytes: 651, limitBytes: 1_000 } }, false, true],
    ['redis-memory', { memory: { usedBytes: 650, limitBytes: 1_000 } }, false, false],
    ['key-quota', { keyUsage: [keyWith(80)] }, true, true],
    ['key-quota', { keyUsage: [keyWith(79)] }, false, true],
    ['key-quota', { keyUsage: [keyWith(75)] }, false, true],
    ['key-quota', { keyUsage: [keyWith(74)] }, false, false],
    ['key-quota', { keyUsage: [{ ...keyWith(1_000), limit: 0 }] }, false, false],
    ['config-differs', { differences: { now: [differing], lasting: [differing] } }, true, true],
    ['config-differs', { differences: { now: [differing], lasting: [] } }, false, true],
    ['config-differs', { differences: { now: [], lasting: [] } }, false, false],
    ['config-refused', { refusals: [{ node: 'api-1', errors: ['a', 'b'] }] }, true, true],
    ['config-refused', { refusals: [] }, false, false],
    ['channel-locked', { locks: [{ node: 'api-1', channels: [lock] }] }, true, true],
    ['channel-locked', { locks: [] }, false, false],
    ['state-lost', { lostState: 'gone' }, true, true],
    ['state-lost', { lostState: null }, false, false],
  ])('%s with %j begins: %s, stays: %s', (cause, vitals, begins, stays) => {
    expect(causesOf(vitals)).toEqual(begins ? [cause] : []);
    expect(causesOf(vitals, [cause])).toEqual(stays ? [cause] : []);
  });
});

test('a refused file is told with its node and its first error', () => {
  const refusals = [
    { node: 'api-1', errors: ['routes: is wrong', 'b', 'c'] },
    { node: 'worker-2', errors: ['d'] },
  ];
  expect(findCauses({ ...well, refusals }, [])).toEqual([
    {
      cause: 'config-refused',
      detail:
        'node api-1 goes on with earlier settings because its monitor.yaml is not valid: routes: is wrong (and 2 more); node worker-2 goes on with earlier settings because its monitor.yaml is not valid: d',
    },
  ]);
});

describe('a channel', () => {
  test('that only fails counts after two minutes, and then until it sends again', () => {
    expect(isFailing({ failingForMs: 2 * minuteMs - 1 })).toBe(false);
    expect(isFailing({ failingForMs: 2 * minuteMs })).toBe(true);
    expect(isFailing({ failingForMs: 1 }, ['channel-failing'])).toBe(true);
    expect(isFailing({ sentAgoMs: 0 }, ['channel-failing'])).toBe(false);
    // In another partition the failure is still on record.
    expect(isFailing({ failingForMs: hourMs, sentAgoMs: 1 }, ['channel-failing'])).toBe(false);
  });

  test('that gave up a message counts at once, until it sends another or a day is over', () => {
    expect(isFailing({ deadAgoMs: 0 })).toBe(true);
    expect(isFailing({ deadAgoMs: 5, sentAgoMs: 10 })).toBe(true);
    expect(isFailing({ deadAgoMs: 10, sentAgoMs: 5 })).toBe(false);
    expect(isFailing({ deadAgoMs: 24 * hourMs - 1 })).toBe(true);
    expect(isFailing({ deadAgoMs: 24 * hourMs })).toBe(false);
  });

  test('counts when a message is due for two minutes and nobody even tries', () => {
    expect(isFailing({ stuckForMs: 2 * minuteMs - 1 })).toBe(false);
    expect(isFailing({ stuckForMs: 2 * minuteMs, sentAgoMs: 1 })).toBe(true);
  });

  test('is told by its name, with every other that fails', () => {
    const channels = [
      { ...quiet, channelId: 'a', deadAgoMs: 1_500 },
      { ...quiet, channelId: 'b' },
      { ...quiet, channelId: 'c', failingForMs: 3 * minuteMs, unsent: 12, lastError: '503 Unavailable' },
      { ...quiet, channelId: 'd', failingForMs: 3 * minuteMs, unsent: 1 },
    ];
    expect(findCauses({ ...well, channels }, [])).toEqual([
      {
        cause: 'channel-failing',
        detail:
          'channel a gave up a message 1.5 s ago and has sent none since; channel c has sent nothing for 3 min, every attempt failed; 12 messages wait; last error: 503 Unavailable; channel d has sent nothing for 3 min, every attempt failed; 1 message waits',
      },
    ]);
  });
});

test('several causes are found together, each in words', () => {
  const found = findCauses(
    { ...well, blindMs: 75_000, repairedMinutes: 4, memory: { usedBytes: 999, limitBytes: 1_000 } },
    [],
  );
  expect(found.map(({ detail }) => detail)).toEqual([
    'no heartbeat could be received for 1 min 15 s of the last 5 min',
    'the sweep found overdue work in 4 of the last 5 min: wake-ups are lost or too slow',
    'Redis uses 99 % of its maxmemory',
  ]);
});

test('a key near its limit is named with its figures, the nearest first', () => {
  const keyUsage = [keyWith(85), { ...keyWith(100), name: 'full', keyId: 'ijklmnop' }, keyWith(2)];
  expect(findCauses({ ...well, keyUsage }, [])[0]?.detail).toBe(
    'key full (ijklmnop) has 100 living instances, 100 % of its 100; key ci (abcdefgh) has 85 living instances, 85 % of its 100',
  );
});
