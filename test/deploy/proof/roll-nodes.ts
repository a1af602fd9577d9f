import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from '../../support/api-client.ts';
import type { BeatingFleet } from '../support/beating-fleet.ts';
import { formatBeaten, formatSeconds, missingHeartbeats, readList, type Stage } from './stage.ts';

const load = 500;

/** Replaces every node by deploy/compose/roll.sh while clients beat that never retry. */
export async function rollNodes(stage: Stage, fleet: BeatingFleet, key: string): Promise<void> {
  const { stack, step, see, up } = stage;
  const nodes = async () =>
    [...(await stack.containers('api')), ...(await stack.containers('worker'))].sort();
  const client = apiClient(stack.url, key);
  const incidentIds = async () =>
    (await readList('incidents', () => client.incidents())).map((incident) => incident.incidentId);
  step(`roll.sh replaces all nodes under ${load} heartbeats a second, from clients that never retry`);
  await up('api=2', 'worker=2');
  const before = await nodes();
  const incidentsBefore = await incidentIds();
  await fleet.start(load, 0);
  await wait(2_000);
  const startedAtMs = performance.now();
  await stack.run('deploy/compose/roll.sh');
  const tookMs = performance.now() - startedAtMs;
  await wait(2_000);
  const beaten = await fleet.stop();
  const after = await nodes();
  const stayed = after.filter((node) => before.includes(node));
  const isRolled = after.length === before.length && stayed.length === 0;
  see('every node is another one', isRolled, `${after.length} nodes in ${formatSeconds(tookMs)}`);
  see('no client sees an error', beaten.stored === beaten.sent, formatBeaten(beaten));
  const missing = await missingHeartbeats(client, fleet);
  see('every heartbeat that was answered 200 is stored', missing.length === 0, missing.join());
  const opened = (await incidentIds()).filter((id) => !incidentsBefore.includes(id));
  see('nothing is Down by it', opened.length === 0, opened.join());
  await up();
  const kept = (await nodes()).join() === after.join();
  see('"up" after it leaves the nodes as they are', kept);
}
