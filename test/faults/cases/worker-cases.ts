import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase } from '../fault-case.ts';

/** Workers die, stand still and come back. */
export const workerCases: FaultCase[] = [
  {
    name: 'T2',
    title: 'one of two workers is killed repeatedly, while services stop and start again',
    isShort: true,
    allows: { repeats: true },
    async run({ stage, nemesis, isShort }) {
      const kills = isShort ? 4 : 60;
      for (let kill = 0; kill < kills; kill++) {
        const worker = stage.workers[kill % stage.workers.length];
        if (kill % 8 === 0) await nemesis.silence([(kill / 8) % 4]);
        if (kill % 8 === 6 && !isShort) await nemesis.reviveAll();
        await wait(500);
        await nemesis.killWorker(worker);
        await worker?.start();
      }
    },
  },
  {
    name: 'T3',
    title: 'no worker runs while services stop',
    isShort: true,
    async run({ stage, nemesis, isShort }) {
      const start = await nemesis.killAll('worker');
      await nemesis.silence([0, 1]);
      await wait((isShort ? 1.5 : 8) * stage.options.times.downAfterMs);
      await start();
    },
  },
  {
    name: 'T4',
    title: 'a worker is paused during a delivery until another worker has taken it over, and then continues',
    isShort: false,
    allows: { repeats: true },
    async run({ stage, nemesis }) {
      const [still, other] = stage.workers;
      await other?.kill();
      let seen = 0;
      let frozen: () => void = () => undefined;
      const isFrozen = new Promise<void>((resolve) => {
        frozen = resolve;
      });
      stage.sink.onArrival = () => {
        seen++;
        if (seen === 1) {
          stage.history.interrupted();
          still?.freeze();
          frozen();
        }
        // The other holds the claim now: what the first has to say of its own must not count.
        if (seen === 2) still?.thaw();
      };
      await nemesis.silence([0]);
      await isFrozen;
      await other?.start();
      await stage.sink.waitFor('the message comes again', () => seen === 2);
    },
    check({ rows }) {
      const row = rows.find(({ kind, channelId }) => kind === 'down' && channelId === 'hook');
      return row?.state === 'sent' && row.attempts === 2
        ? []
        : [`the delivery ended as ${row?.state} after ${row?.attempts} attempts, not sent after 2`];
    },
  },
];
