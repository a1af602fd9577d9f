import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from '../../support/api-client.ts';
import type { BeatingFleet } from '../support/beating-fleet.ts';
import { formatBeaten, formatSeconds, missingHeartbeats, type Stage } from './stage.ts';

const load = 2_000;
const readMetrics = `fetch('http://127.0.0.1:8080/metrics').then((reply) => reply.text()).then(console.log)`;

/** Scales up, then stops an API node with SIGTERM while clients beat that never retry. */
export async function stopNode(stage: Stage, fleet: BeatingFleet, key: string): Promise<void> {
  const { stack, prometheus, step, see, up, seeTargets } = stage;
  const { docker, containers } = stack;
  step(
    `docker stop (SIGTERM) of an API node under ${load} heartbeats a second, from clients that never retry`,
  );
  await up('api=3', 'worker=4');
  await seeTargets(3, 4);
  await fleet.start(load, 0);
  await wait(5_000);
  const before = await fleet.stop();
  see('before: no error', before.stored === before.sent, formatBeaten(before));
  const nodes = await containers('api');
  const shares = await Promise.all(
    nodes.map(async (node) => {
      const text = await docker('exec', node, 'node', '-e', readMetrics);
      return Number(/monitor_heartbeats_total\{result="ok"\} (\d+)/.exec(text)?.[1]);
    }),
  );
  const areUsed = shares.every((share) => share > 500);
  see('nginx uses the nodes that were added', areUsed, `heartbeats by node ${shares.join(', ')}`);

  const [leaving = ''] = nodes;
  await fleet.start(load, 0);
  await wait(2_000);
  const stopped = await stopContainer(docker, leaving);
  await wait(3_000);
  const beaten = await fleet.stop();
  see('no client sees an error', beaten.stored === beaten.sent, formatBeaten(beaten));
  see('the node exits with 0 within 10 s', stopped.isWell, stopped.figures);
  const missing = await missingHeartbeats(apiClient(stack.url, key), fleet);
  see('every heartbeat that was answered 200 is stored', missing.length === 0, missing.join());
  const [worker = ''] = await containers('worker');
  const ended = await stopContainer(docker, worker);
  see('so does a worker', ended.isWell, ended.figures);
  await seeTargets(2, 3);
  const counted = (await prometheus.value('sum(increase(monitor_heartbeats_total{result="ok"}[5m]))')) ?? 0;
  see('Prometheus has counted heartbeats', counted > 1_000, `${Math.round(counted)} in five minutes`);
}

async function stopContainer(docker: Stage['stack']['docker'], container: string) {
  const startedAtMs = performance.now();
  await docker('stop', container);
  const tookMs = performance.now() - startedAtMs;
  const code = (await docker('inspect', '-f', '{{.State.ExitCode}}', container)).trim();
  return { isWell: code === '0' && tookMs < 10_000, figures: `code ${code} after ${formatSeconds(tookMs)}` };
}
