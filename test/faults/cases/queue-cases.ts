import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase, Scene } from '../fault-case.ts';

/** The wake-ups are gone, and the sweep alone finds everything. */
export const queueCases: FaultCase[] = [
  {
    name: 'T22',
    title: 'all keys of BullMQ are deleted repeatedly, while services stop',
    isShort: true,
    notJudged: 'jobs that fail or stall twice',
    async run(scene) {
      const { nemesis, isShort } = scene;
      for (let service = 0; service < (isShort ? 2 : 6); service++) {
        await nemesis.silence([service]);
        for (let round = 0; round < 5; round++) {
          await deleteQueues(scene);
          await wait(500);
        }
      }
    },
  },
];

async function deleteQueues({ stage }: Scene): Promise<void> {
  const client = stage.redis.single?.client;
  for (const pattern of ['{m0}:check-instances:*', '{channel-*}:deliver:*']) {
    const keys = (await client?.keys(pattern)) ?? [];
    if (keys.length > 0) await client?.del(...keys);
  }
}
