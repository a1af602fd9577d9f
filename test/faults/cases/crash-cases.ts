import { setTimeout as wait } from 'node:timers/promises';
import type { MonitorEvent } from '../../../src/domain/events.ts';
import type { FaultCase, Scene } from '../fault-case.ts';

/** The points between a Down and its settled message at which every worker is killed, each told by what can be seen. */
const points: [name: string, service: number, until: (scene: Scene, service: number) => Promise<void>][] = [
  ['the Down of the last instance is committed', 0, untilEvent((event) => isDown(event))],
  ['the incident is committed', 1, untilEvent((event) => event.type === 'incident.changed')],
  ['the delivery is planned', 2, untilPlanned],
  ['the message arrives', 3, untilArrival(false)],
  ['the message is answered', 4, untilArrival(true)],
  ['the message is refused', 5, untilRefused],
];

/** Every worker dies at the worst moment. */
export const crashCases: FaultCase[] = [
  {
    name: 'T21a',
    title: 'all workers are killed when a message arrives, before it is answered',
    isShort: true,
    allows: { repeats: true },
    run: (scene) => crashAt(scene, points.slice(3, 4)),
  },
  {
    name: 'T21',
    title: 'all workers are killed at each of six points between a Down and its settled message',
    isShort: false,
    allows: { repeats: true },
    notJudged: 'three of the nine named points, which cannot be told apart from outside',
    run: (scene) => crashAt(scene, points),
  },
];

async function crashAt(scene: Scene, some: typeof points): Promise<void> {
  const { nemesis, stage, say } = scene;
  for (const [name, service, until] of some) {
    await nemesis.silence([service]);
    await until(scene, service);
    const start = await nemesis.killAll('worker');
    say(`killed when ${name}`);
    stage.sink.onArrival = null;
    stage.watch.onEvent = null;
    await wait(100);
    await start();
  }
}

function untilEvent(fits: (event: MonitorEvent) => boolean) {
  return ({ stage }: Scene): Promise<void> => {
    const { perService } = stage.options;
    let seen = 0;
    return new Promise((resolve) => {
      stage.watch.onEvent = ({ event }) => {
        if (!fits(event)) return;
        seen++;
        if (event.type !== 'instance.changed' || seen === perService) resolve();
      };
    });
  };
}

function isDown(event: MonitorEvent): boolean {
  return event.type === 'instance.changed' && event.to === 'Down';
}

async function untilPlanned({ stage }: Scene): Promise<void> {
  const count = async () => (await stage.redis.single?.client.zcard('{m0}:notifications')) ?? 0;
  const before = await count();
  while ((await count()) === before) await wait(1);
}

function untilArrival(isAnswered: boolean) {
  return ({ stage }: Scene): Promise<void> =>
    new Promise((resolve) => {
      stage.sink.onArrival = () => {
        if (isAnswered) setImmediate(resolve);
        else resolve();
        // Not answered: until its worker is gone.
        return isAnswered ? undefined : wait(2_000);
      };
    });
}

function untilRefused(scene: Scene): Promise<void> {
  scene.stage.sink.script('hook', [{ status: 500 }]);
  return untilArrival(true)(scene);
}
