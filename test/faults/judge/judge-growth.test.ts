import { expect, test } from 'vitest';
import type { Footprint } from '../stage/footprint.ts';
import { judgeGrowth } from './judge-growth.ts';

const before: Footprint = {
  keys: new Map([
    ['{m0}:i:*', 30],
    ['{m0}:check-instances:bucket#', 13],
    ['{m0}:in:*', 1],
  ]),
  connections: 20,
  redisBytes: 2_000_000,
  descriptors: 100,
  nodeBytes: 400_000_000,
};

test('a footprint that stays, but for records of what happened, has not grown', () => {
  const keys = new Map([...before.keys, ['{m0}:in:*', 500]] as [string, number][]);
  expect(judgeGrowth(before, { ...before, keys })).toEqual([]);
});

test('jobs that wake checks are more when heartbeats lie further apart, up to one for each instance', () => {
  const buckets = (count: number) =>
    new Map([...before.keys, ['{m0}:check-instances:bucket#', count]] as [string, number][]);
  expect(judgeGrowth(before, { ...before, keys: buckets(30) })).toEqual([]);
  expect(judgeGrowth(before, { ...before, keys: buckets(33) })).toHaveLength(1);
});

const growths: [what: string, after: Partial<Footprint>][] = [
  ['jobs', { keys: new Map([...before.keys, ['{channel-slow}:deliver:*', 9]] as [string, number][]) }],
  ['connections', { connections: 40 }],
  ['Redis memory', { redisBytes: 5_000_000 }],
  ['descriptors', { descriptors: 140 }],
  ['memory of the nodes', { nodeBytes: 700_000_000 }],
];

test.each(growths)('%s that grow are a mistake', (_what, after) => {
  expect(judgeGrowth(before, { ...before, ...after })).toHaveLength(1);
});
