import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { BeatingFleet } from '../support/beating-fleet.ts';
import { formatBeaten, formatSeconds, missingHeartbeats, readList, type Stage } from './stage.ts';

const load = 500;

/** Kills a container of each role under load, at the moment at which one service falls silent. */
export async function killContainers(stage: Stage, fleet: BeatingFleet, key: string): Promise<void> {
  const { stack, step, see, seeTargets } = stage;
  const { url, docker, containers } = stack;
  const client = apiClient(url, key);
  const readIncidents = () => readList('incidents', () => client.incidents());
  step(`An API container and a worker container are killed under ${load} heartbeats a second`);
  await fleet.start(load);
  const names = new Set(fleet.members.map((member) => member.serviceName));
  await eventually('every service is Healthy', async () => {
    const all = await readList('services', () => client.services());
    return all.length === names.size && all.every((service) => service.status === 'Healthy');
  });
  const [api = ''] = await containers('api');
  const [worker = ''] = await containers('worker');
  await docker('kill', api, worker);
  const silentAtMs = performance.now();
  await fleet.silence('victim');

  const incident = await eventually('the incident opens', async () => (await readIncidents())[0], 60_000);
  const mails = async () => {
    const reply = await fetch(`${url}/mail/api/v1/messages`);
    return ((await reply.json()) as { messages: { Subject: string }[] }).messages;
  };
  await eventually('a mail arrives', async () => (await mails()).length > 0, 60_000);
  const toldAfter = formatSeconds(performance.now() - silentAtMs);
  // Long enough for a second message, and for a false Down of those whose node was killed.
  await wait(12_000);
  const incidents = await readIncidents();
  const told = (await mails()).map((mail) => `"${mail.Subject}"`);
  const beaten = await fleet.stop();

  see("no heartbeat is lost after the client's retry", beaten.stored === beaten.sent, formatBeaten(beaten));
  const isVictim = incidents.length === 1 && incident.serviceName === 'victim';
  see(
    'one incident, of the service that fell silent',
    isVictim,
    `${incident.serviceName}, ${incident.state}`,
  );
  const when = `${toldAfter} after it fell silent (Down after 10 s)`;
  see('one mail in the catcher', told.length === 1, `${told.join(', ')}, ${when}`);
  const missing = await missingHeartbeats(client, fleet);
  see('every heartbeat that was answered 200 is stored', missing.length === 0, missing.join());
  await seeTargets(1, 1);
}
