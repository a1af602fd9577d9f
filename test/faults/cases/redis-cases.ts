import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase } from '../fault-case.ts';

/** Redis dies, stands still, forgets and is full. */
export const redisCases: FaultCase[] = [
  {
    name: 'T11',
    title: 'Redis is killed and started again with all its data, after a short and after a longer time',
    isShort: true,
    allows: { repeats: true },
    async run({ stage, nemesis, isShort }) {
      await nemesis.silence([0]);
      await nemesis.restartRedis(() => undefined);
      await nemesis.silence([1]);
      await nemesis.restartRedis(() => wait((isShort ? 1.2 : 8) * stage.options.times.downAfterMs));
    },
  },
  {
    name: 'T12a',
    title: 'Redis is paused for longer than `downAfter`',
    isShort: true,
    allows: { repeats: true },
    async run({ stage, nemesis, isShort }) {
      await nemesis.silence([0]);
      await nemesis.freezeRedis((isShort ? 1.3 : 8) * stage.options.times.downAfterMs);
    },
  },
  {
    name: 'T12b',
    title: 'Redis is busy with one command for as long as `downAfter`',
    isShort: false,
    allows: { repeats: true },
    async run({ stage, nemesis }) {
      await nemesis.silence([0]);
      const back = stage.history.begin('redis');
      stage.history.interrupted();
      await stage.redis.single?.client.call('DEBUG', 'SLEEP', stage.options.times.downAfterMs / 1000);
      back();
    },
  },
  {
    name: 'T13',
    title: 'Redis is killed and started again without the last bytes of its file',
    isShort: true,
    allows: { repeats: true, lostWrites: 4_000 },
    notJudged: 'a cut of 64 KiB: at this scale that is more than the silence that makes a Down',
    async run({ nemesis, isShort }) {
      for (const [i, bytes] of (isShort ? [2_000] : [1, 500, 2_000, 8_000]).entries()) {
        await nemesis.silence([2 * i]);
        await nemesis.untilDown([2 * i]);
        await nemesis.silence([2 * i + 1]);
        await nemesis.restartRedis((redis) => redis.cutAof(bytes));
      }
    },
  },
  {
    name: 'T14',
    title: 'Redis is started again without data; the fleet registers again',
    isShort: true,
    allows: { repeats: true, emptied: true },
    async run({ nemesis }) {
      await nemesis.restartRedis((redis) => redis.empty());
      await nemesis.untilHealthy();
      await nemesis.silence([0]);
    },
    check: ({ arrivals }) =>
      arrivals.some(({ causes }) => causes.includes('state-lost')) ? [] : ['nobody told the operator'],
  },
  {
    name: 'T25a',
    title: 'the memory of Redis is full while services stop',
    isShort: true,
    async run({ stage, nemesis }) {
      const limit = (bytes: number) => stage.redis.single?.client.config('SET', 'maxmemory', bytes);
      await nemesis.silence([0]);
      const back = stage.history.begin('redis');
      await limit(1);
      await nemesis.silence([1]);
      await wait(1.5 * stage.options.times.downAfterMs);
      await limit(0);
      back();
    },
  },
  {
    name: 'T25b',
    title: 'the disk of Redis is full while services stop',
    isShort: false,
    async run({ stage, nemesis }) {
      const { single } = stage.redis;
      await nemesis.silence([0]);
      const back = stage.history.begin('redis');
      await single?.limitFiles(1);
      await nemesis.silence([1]);
      await wait(1.5 * stage.options.times.downAfterMs);
      await single?.limitFiles(null);
      back();
    },
  },
];
