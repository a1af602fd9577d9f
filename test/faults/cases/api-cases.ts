import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase, Scene } from '../fault-case.ts';
import { scaledTimes } from '../stage/stage-options.ts';

/** API nodes die, stand still and flap. */
export const apiCases: FaultCase[] = [
  {
    name: 'T5',
    title: 'all API nodes are killed, for a short and for a longer time, while services stop',
    isShort: true,
    async run({ stage, nemesis, isShort }) {
      await nemesis.silence([0]);
      const start = await nemesis.killAll('api');
      await start();
      const again = await nemesis.killAll('api');
      await nemesis.silence([1]);
      await wait((isShort ? 1.2 : 10) * stage.options.times.downAfterMs);
      await again();
    },
    check: blindLedgerFits,
  },
  {
    name: 'T6',
    title: 'the API flaps in step with the heartbeats: it is unavailable exactly when they arrive',
    isShort: false,
    options: {
      services: 4,
      perService: 2,
      times: {
        intervalMs: 4_000,
        graceMs: 800,
        downAfterMs: 13_000,
        blindAfterMs: 1_000,
        recoveryWindowMs: 4_000,
      },
      fleet: { retries: 0, inStep: true, isNoisy: false },
    },
    notJudged: 'the message "monitor impaired": at this scale the monitor is not blind for a minute in five',
    async run({ stage, nemesis }) {
      await nemesis.silence([0]);
      for (let cycle = 0; cycle < 12; cycle++) {
        await wait((await untilNextBeat(stage)) - 400);
        const start = await nemesis.killAll('api');
        await wait(700);
        await start();
      }
    },
  },
  {
    name: 'T19a',
    title: 'the event loop of one of two API nodes is blocked',
    isShort: false,
    async run({ stage, nemesis }) {
      const [still] = stage.apis;
      await nemesis.silence([0]);
      still?.freeze();
      await wait(1.3 * stage.options.times.downAfterMs);
      still?.thaw();
    },
  },
  {
    name: 'T19b',
    title: 'the event loops of all API nodes are blocked, first for less than the blind limit',
    isShort: true,
    async run({ stage, nemesis }) {
      const { downAfterMs } = stage.options.times;
      const { blindAfterMs } = scaledTimes;
      await nemesis.silence([0]);
      await nemesis.freezeAll('api', 0.8 * blindAfterMs);
      await wait(blindAfterMs);
      await nemesis.freezeAll('api', 1.3 * downAfterMs);
    },
  },
  {
    name: 'T19c',
    title: 'the network between API and Redis is slow and loses packets: 300 ms ± 200 round trip, 5 % lost',
    isShort: false,
    options: {
      redisByProxy: true,
      // The network is as slow as it is: against a tick that must be back within a second it would be blindness itself.
      times: { ...scaledTimes, intervalMs: 3_000, graceMs: 900, downAfterMs: 12_000, blindAfterMs: 3_000 },
    },
    // The plan gives it five seconds instead of two.
    allows: { lateBy: 3_000 },
    async run({ stage, nemesis }) {
      if (stage.redisProxy) stage.redisProxy.weather = { delayMs: 150, jitterMs: 100, lossPercent: 5 };
      await nemesis.silence([0]);
      await wait(4 * stage.options.times.downAfterMs);
      if (stage.redisProxy) stage.redisProxy.weather = { delayMs: 0, jitterMs: 0, lossPercent: 0 };
    },
  },
  {
    name: 'T19d',
    title: 'the event loops of all API nodes are blocked repeatedly, each time for almost `downAfter`',
    isShort: false,
    options: { times: { ...scaledTimes, downAfterMs: 3_300, blindAfterMs: null } },
    async run({ stage, nemesis }) {
      await nemesis.silence([0]);
      for (let round = 0; round < 6; round++) {
        await nemesis.freezeAll('api', 2_700);
        await wait(stage.options.times.intervalMs);
      }
    },
  },
  {
    name: 'T31',
    title:
      'an overloaded machine: four busy processes, and one API node that receives the heartbeats of 500 instances',
    isShort: false,
    options: {
      ...{ apis: 1, workers: 1, services: 100, perService: 5 },
      times: { ...scaledTimes, blindAfterMs: null },
    },
    async run({ nemesis, isShort }) {
      await nemesis.silence([0]);
      const calm = nemesis.takeCpuOfMonitor();
      await wait(isShort ? 10_000 : 40_000);
      await nemesis.silence([1]);
      await calm();
    },
  },
  {
    name: 'T27',
    title: 'every node is replaced in turn, with a normal shutdown and under load, while a service stops',
    isShort: false,
    // A client that tries again must do so within the grace; scaled down as the rest it would be too short for that.
    options: { times: { ...scaledTimes, graceMs: 900 } },
    notJudged: 'refused connections: no load balancer stands before the nodes, the client tries the next one',
    async run({ stage, nemesis, say }) {
      for (let round = 0; round < 5; round++) {
        if (round === 2) await nemesis.silence([0]);
        for (const node of [...stage.apis, ...stage.workers]) {
          const code = await node.stop();
          if (code !== 0) say(`a node ended with ${code}`);
          await node.start();
        }
      }
    },
    check({ events, silences, members }) {
      const silent = new Set(silences.map(({ n }) => members[n]?.instanceId));
      const late = events.filter(
        ({ event }) =>
          event.type === 'instance.changed' && event.to === 'Degraded' && !silent.has(event.instanceId),
      );
      return late.length === 0 ? [] : [`${late.length} times an instance that beat was late`];
    },
  },
];

/** From now to the moment at which the fleet, which beats in step, beats next. */
async function untilNextBeat({ fleet, options }: Scene['stage']): Promise<number> {
  const { members } = await fleet.report();
  const last = Math.max(...members.flatMap(({ attempts }) => attempts.map(({ sentAtMs }) => sentAtMs)));
  const { intervalMs } = options.times;
  const passedMs = (Date.now() - last) % intervalMs;
  const leftMs = intervalMs - passedMs;
  return leftMs > 500 ? leftMs : leftMs + intervalMs;
}

/** What the ledger says was blind, against the time in which no API lived. */
async function blindLedgerFits(_evidence: unknown, { stage, isShort }: Scene): Promise<string[]> {
  const entries = (await stage.redis.single?.client.zrange('{m0}:blind', '0', '-1')) ?? [];
  const gaps = entries.map((entry) => entry.split(':').map(Number));
  const blindMs = gaps.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0);
  const awayMs = stage.history.windows.reduce((sum, { fromMs, toMs }) => sum + (toMs ?? fromMs) - fromMs, 0);
  // Nodes come up one after the other: the window ends with the last, blindness with the first.
  const deadMs = (isShort ? 1.2 : 10) * stage.options.times.downAfterMs;
  const isRight = blindMs > deadMs - 2_000 && blindMs < awayMs + 2_000;
  return isRight ? [] : [`the API was away for ${awayMs} ms, and the ledger says ${blindMs} ms`];
}
