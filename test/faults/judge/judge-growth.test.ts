import { expect, test } from 'vitest';
import type { Footprint } from '../stage/footprint.ts';
import { judgeGrowth } from './judge-growth.ts';

const before: Footprint = {
  keys: new Map([
    ['{m#}:instance:*', 30],
    ['{m#}:incident:*', 1],
  ]),
  connections: 20,
  redisBytes: 2_000_000,
  descriptors: 100,
  nodeBytes: 400_000_000,
};

test('a footprint that stays, but for records of what happened, has not grown', () => {
  const keys = new Map([...before.keys, ['{m#}:incident:*', 500]] as [string, number][]);
  expect(judgeGrowth(before, { ...before, keys })).toEqual([]);
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
