import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import type { FaultCase, Scene } from '../fault-case.ts';

/** Clients that stutter, race and flap. */
export const clientCases: FaultCase[] = [
  {
    name: 'T23a',
    title: 'every heartbeat arrives three times, late and out of order',
    isShort: false,
    options: { fleet: { inStep: false, isNoisy: true } },
    notJudged: 'a heartbeat that is minutes old: by design it is a sign of life when it arrives',
    async run({ nemesis }) {
      await nemesis.silence([0, 1]);
    },
  },
  {
    name: 'T23b',
    title: 'fifty clients register one instance at once, and instances deregister during a heartbeat',
    isShort: true,
    async run() {},
    async check(evidence, scene) {
      const mistakes = [
        ...(await registerAtOnce(scene, 50)),
        ...(await race(scene, scene.isShort ? 200 : 5_000)),
      ];
      const racing = (await scene.stage.api.incidents()).filter(({ serviceName }) =>
        serviceName.startsWith('race'),
      );
      if (racing.length > 0) mistakes.push(`${racing.length} incidents of instances that deregistered`);
      if (evidence.incidents.length > 0) mistakes.push(`${evidence.incidents.length} incidents of nothing`);
      return mistakes;
    },
  },
  {
    name: 'T24',
    title: 'a service stops again half a second after each recovery',
    isShort: false,
    notJudged: 'the summary of the hour: no case is that long',
    async run({ stage, nemesis, say }) {
      await nemesis.silence([0]);
      for (let relapse = 1; relapse <= 8; relapse++) {
        await untilChanges(stage, 'Down', relapse);
        await nemesis.revive([0]);
        await untilChanges(stage, 'Recovered', relapse);
        await wait(500);
        await nemesis.silence([0]);
      }
      await untilChanges(stage, 'Down', 9);
      say(`${stage.sink.arrivals.length} messages`);
    },
    check({ arrivals, incidents }) {
      const mistakes: string[] = [];
      const pages = arrivals.filter(({ kind }) => kind !== 'recovering');
      if (pages.length > 4) mistakes.push(`${pages.length} messages of one flapping service`);
      if (incidents.length !== 1) mistakes.push(`${incidents.length} incidents of one flapping service`);
      return mistakes;
    },
  },
];

async function untilChanges({ watch }: Scene['stage'], to: string, times: number): Promise<void> {
  await eventually(
    `the service is ${to} for the ${times}. time`,
    () =>
      watch.events.filter(
        ({ event }) =>
          event.type === 'service.changed' && event.serviceName === 'service-0' && event.to === to,
      ).length >= times,
    60_000,
  );
}

const description = { serviceName: 'race', environment: 'test' };

async function registerAtOnce({ stage }: Scene, times: number): Promise<string[]> {
  const replies = await Promise.all(
    Array.from({ length: times }, async () => {
      const body = { ...description, instanceId: 'fifty' };
      const reply = await stage.api.call('POST', '/api/services/register', body);
      return { status: reply.status, id: ((await reply.json()) as { instanceId?: string }).instanceId };
    }),
  );
  const ids = new Set(replies.map(({ id }) => id));
  const wrong = replies.filter(({ status }) => status !== 200);
  await stage.api.call('DELETE', `/api/instances/${replies[0]?.id}`);
  return [
    ...(ids.size === 1 ? [] : [`${times} registrations of one instance gave ${ids.size} ids`]),
    ...wrong.map(({ status }) => `a registration among ${times} was answered ${status}`),
  ];
}

/** Heartbeat and deregistration at the same moment: whichever comes first, the instance has left, and stays away. */
async function race({ stage }: Scene, rounds: number): Promise<string[]> {
  const { call } = stage.api;
  const beat = (instanceId: string) => call('POST', '/api/services/heartbeat', { instanceId });
  const mistakes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const body = { ...description, instanceId: `racer-${round % 20}` };
    const reply = await call('POST', '/api/services/register', body);
    const { instanceId } = (await reply.json()) as { instanceId: string };
    const path = `/api/instances/${instanceId}`;
    const [before, deregistration] = await Promise.all([
      beat(instanceId),
      call('DELETE', path),
      beat(instanceId),
    ]);
    const after = await beat(instanceId);
    const { status } = (await (await call('GET', path)).json()) as { status: string };
    const isRight = deregistration.status === 204 && after.status === 404 && status === 'Stopped';
    if (isRight && [200, 404].includes(before.status)) continue;
    mistakes.push(
      `deregistration ${deregistration.status}, heartbeat after it ${after.status}, instance ${status}`,
    );
  }
  return mistakes;
}
