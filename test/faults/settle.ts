import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import type { FaultCase, Scene } from './fault-case.ts';

/** How long what must come may take: a delivery that was cut off waits twenty seconds for its next attempt. */
const timeoutMs = 60_000;

/** What must not come would have come by then. */
const quietMs = 1_500;

/**
 * After the fault: waits until everybody who is silent is Down and every channel is told, lets them beat again, waits
 * until that is told too, and listens a while longer. What does not come about is left for the judge to tell.
 */
export async function settle(scene: Scene, { allows = {} }: FaultCase): Promise<void> {
  const { stage, nemesis, say } = scene;
  const { options, history, watch, api } = stage;
  const channels = options.channels.filter((channel) => !allows.failingChannels?.includes(channel));
  const soon = async (what: string, ask: () => Promise<boolean> | boolean) => {
    const asked = async () => ask();
    // The API may still be on its way up.
    await eventually(what, () => asked().catch(() => false), timeoutMs).catch((error: Error) =>
      say(error.message),
    );
  };
  const isTold = (serviceName: string, kind: string) =>
    channels.every((channelId) =>
      stage
        .arrivals()
        .some(
          (one) =>
            one.serviceName === serviceName &&
            one.kind === kind &&
            one.channelId === channelId &&
            one.isTaken,
        ),
    );

  const silent = new Set(history.silentNow());
  const services = Array.from({ length: options.services }, (_, s) => s);
  const out = services.filter((s) => nemesis.membersOf([s]).every((n) => silent.has(n)));
  const { members } = await stage.fleet.report();
  const ids = members.filter(({ n }) => silent.has(n)).map(({ instanceId }) => instanceId);
  await soon('who is silent is Down', () => {
    const status = new Map(
      watch.events.flatMap(({ event }) =>
        event.type === 'instance.changed' ? [[event.instanceId, event.to] as const] : [],
      ),
    );
    return ids.every((id) => status.get(id) === 'Down');
  });
  await soon('every channel is told of every outage', () => out.every((s) => isTold(`service-${s}`, 'down')));

  nemesis.healPaths(stage.fleetProxies.map((_, i) => i));
  await nemesis.reviveAll();
  await soon('every service is Healthy', async () => {
    const list = await api.services();
    const ours = list.filter(({ serviceName }) => serviceName.startsWith('service-'));
    return ours.length === services.length && ours.every(({ status }) => status === 'Healthy');
  });
  await soon(
    'every incident is resolved and told to be, or has to be quiet for longer than we wait',
    async () =>
      (await api.incidents()).every(({ state, serviceName, quietUntil }) => {
        if (state === 'resolved') return isTold(serviceName, 'resolved');
        return quietUntil !== null && Date.parse(quietUntil) > Date.now() + timeoutMs;
      }),
  );
  await soon('every delivery is settled', async () => {
    const incidents = await api.incidents();
    const rows = await Promise.all(incidents.map(({ incidentId }) => api.notifications(incidentId)));
    return rows.flat().every(({ state, channelId }) => isFinal(state) || !channels.includes(channelId));
  });
  await wait(quietMs);
}

function isFinal(state: string): boolean {
  return state === 'sent' || state === 'dead' || state === 'suppressed';
}
