import { describe, expect, test } from 'vitest';
import { findCauses } from '../../src/domain/find-causes.ts';
import { type KnownNode, knownNodes } from '../../src/domain/node-settings.ts';
import { settingDifferences } from '../../src/domain/setting-differences.ts';

const minuteMs = 60_000;
const nowMs = 1_000 * minuteMs;

function node(name: string, values: Record<string, string>, more: Partial<KnownNode> = {}): KnownNode {
  return {
    ...{ nodeId: name, name, version: '1', values, channelIds: null },
    ...{ sinceMs: nowMs - 60 * minuteMs, shownAtMs: nowMs },
    ...more,
  };
}
const two = { downAfter: '2 min', grace: 'derived' };
const four = { downAfter: '4.0 s', grace: 'derived' };

test('nodes that say the same do not differ, and one alone never does', () => {
  expect(settingDifferences.of([node('a', two), node('b', two)])).toEqual([]);
  expect(settingDifferences.of([node('a', two)])).toEqual([]);
});

test('a difference names nodes and values, the most common value first', () => {
  const found = settingDifferences.of([node('worker-2', four), node('api-1', two), node('api-2', two)]);
  expect(found.map(settingDifferences.say)).toEqual([
    'node api-1 and 1 more have downAfter 2 min, node worker-2 has 4.0 s',
  ]);
});

test('what one node does not use is no difference', () => {
  expect(
    settingDifferences.of([node('api', two), node('worker', { ...two, routes: 'all channels' })]),
  ).toEqual([]);
});

test('a difference that lasts is an impairment that names node and setting', () => {
  const nodes = [node('api-1', two), node('worker-2', four)];
  const vitals = {
    ...{ blindMs: 0, repairedMinutes: 0, lostState: null, channels: [], memory: null, keyUsage: [] },
    refusals: [],
    locks: [],
    differences: { now: settingDifferences.of(nodes), lasting: settingDifferences.lasting(nodes, nowMs) },
  };
  expect(findCauses(vitals, [])).toEqual([
    {
      cause: 'config-differs',
      detail: 'node api-1 has downAfter 2 min, node worker-2 has 4.0 s',
    },
  ]);
});

describe('a restart under way is no difference that lasts', () => {
  const lasting = (...nodes: KnownNode[]) => settingDifferences.lasting(nodes, nowMs).length > 0;
  const since = (agoMs: number) => ({ sinceMs: nowMs - agoMs });

  test('not within a minute after the last node came, however many minutes all of them take', () => {
    expect(lasting(node('a', two), node('b', four, since(minuteMs - 1)))).toBe(false);
    expect(lasting(node('a', two), node('b', four, since(minuteMs)))).toBe(true);
    expect(
      lasting(node('a', two), node('b', four, since(5 * minuteMs)), node('c', four, since(20_000))),
    ).toBe(false);
  });

  test('but a node that comes again and again does not hide the others for more than ten minutes', () => {
    const flapping = node('c', two, since(1_000));
    expect(lasting(node('a', two), node('b', four, since(10 * minuteMs - 1)), flapping)).toBe(false);
    expect(lasting(node('a', two), node('b', four, since(10 * minuteMs)), flapping)).toBe(true);
  });

  test('and a node that is gone does not count', () => {
    const gone = { shownAtMs: nowMs - 15_001 };
    expect(lasting(node('a', two), node('b', four, gone))).toBe(false);
    expect(knownNodes.living([node('b', four, gone)], nowMs)).toEqual([]);
  });
});

test('a channel is known while a worker has it, and for a minute after that', () => {
  const shown = (agoMs: number, ...channelIds: string[]) =>
    node('w', two, { channelIds, shownAtMs: nowMs - agoMs });
  const nodes = [
    node('api', two),
    shown(1_000, 'hook'),
    shown(minuteMs, 'mail'),
    shown(minuteMs + 1, 'chat'),
  ];
  expect([...knownNodes.channels(nodes, nowMs)].sort()).toEqual(['hook', 'mail']);
});
