/**
 * Proves docker-compose.yml on a real engine: node test/deploy/try-compose.ts
 *
 * Builds the image, brings the stack up on a free port, and looks whether what is promised holds while containers are
 * killed and stopped under load. Needs Docker and the images that docker-compose.yml names (Grafana's is not started).
 * Leaves nothing behind. BUILD_NETWORK=host where a build reaches the registry in no other way.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { type Beaten, registerFleet } from './support/beating-fleet.ts';
import { type ComposeStack, prepareStack } from './support/compose-stack.ts';
import { prometheusInside } from './support/prometheus-inside.ts';
import { runProgram } from './support/run-program.ts';
import { sayWhatWasSeen } from './support/say-what-was-seen.ts';

const seen = sayWhatWasSeen();
const { step, see } = seen;
const killLoad = 500;
const stopLoad = 2_000;

step('The image');
const network = process.env['BUILD_NETWORK'];
await runProgram('docker', [
  'build',
  '-q',
  ...(network ? ['--network', network] : []),
  '-t',
  'service-monitor:try',
  '.',
]);
const format = '{{.Size}} {{.Config.User}} {{json .Config.Healthcheck.Test}}';
const [size = '', user = ''] = (
  await runProgram('docker', ['image', 'inspect', '-f', format, 'service-monitor:try'])
).split(' ');
see(
  'is built, runs as a user of its own',
  user === '1000:1000',
  `${Math.round(Number(size) / 1e6)} MB, user ${user}`,
);
const devPackages = await runProgram('docker', [
  ...['run', '--rm', '--read-only', '--entrypoint', 'node', 'service-monitor:try', '-e'],
  `console.log(['vitest','typescript','oxlint','testcontainers'].filter((name) => fs.existsSync('/app/node_modules/' + name)).join())`,
]);
see('has production packages only', devPackages.trim() === '', devPackages.trim());

const stack = await prepareStack({
  MONITOR_VERSION: 'try',
  MONITOR_YAML: './deploy/compose/mailbox.yaml',
  MONITOR_HEARTBEAT_INTERVAL: '2s',
  MONITOR_HEARTBEAT_GRACE: '1s',
  MONITOR_DOWN_AFTER: '10s',
  LOG_LEVEL: 'warn',
});
const up = ['--profile', 'metrics', '--profile', 'mail', 'up', '-d', '--no-build'];
try {
  await play(stack);
} catch (error) {
  see('the run comes to its end', false, error instanceof Error ? error.message : String(error));
  console.log(await stack.compose('logs', '--no-color', '--tail', '15').catch(() => ''));
} finally {
  step('The end');
  const left = await stack.remove();
  see('nothing is left behind', left.length === 0, left.join(' '));
  await runProgram('docker', ['rmi', 'service-monitor:try']).catch(() => '');
}
console.log(seen.isAllWell() ? '\nAll is well.' : '\nSomething FAILED.');
process.exitCode = seen.isAllWell() ? 0 : 1;

async function play({ url, compose, docker, containers }: ComposeStack): Promise<void> {
  step('docker compose up');
  const startedAtMs = performance.now();
  await compose(...up);
  await eventually(
    'the front door answers',
    async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok,
    60_000,
  );
  const key = /smk_\w{8}_[\w-]{43}/.exec(await compose('logs', '--no-color', 'key'))?.[0] ?? '';
  const client = apiClient(url, key);
  const answer = await client.call('GET', '/api/services');
  see(
    'gives an address and a key that work',
    answer.status === 200,
    `${seconds(performance.now() - startedAtMs)} s after "up"`,
  );
  const published = (await docker('ps', '--format', '{{.Names}} {{.Ports}}'))
    .split('\n')
    .filter((line) => line.includes('->'));
  see(
    'only the front door is published, on this machine',
    published.length === 1 && published.join().includes('127.0.0.1:'),
    published.join(),
  );
  const [oneApi = ''] = await containers('api');
  const limits = await docker(
    'inspect',
    '-f',
    '{{.HostConfig.Memory}} {{.HostConfig.NanoCpus}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}',
    oneApi,
  );
  see(
    'an API node has limits and writes nowhere',
    /^[1-9]\d* [1-9]\d* true \[ALL\]/.test(limits),
    limits.trim(),
  );

  const prometheus = prometheusInside(stack);
  const targets = async (api: number, worker: number) => {
    const found = await eventually(
      `Prometheus has ${api} API nodes and ${worker} workers up`,
      async () => {
        const all = await prometheus.targets();
        const count = (role: string) => all.filter((target) => target.labels['role'] === role).length;
        return (
          all.every((target) => target.health === 'up') &&
          count('api') === api &&
          count('worker') === worker &&
          all
        );
      },
      60_000,
    );
    see(
      'every target of Prometheus is up',
      true,
      `${api} API nodes, ${worker} workers, and itself: ${found.length}`,
    );
  };
  await targets(2, 2);
  const alerts = await eventually(
    'the rules are evaluated',
    async () => {
      const all = await prometheus.alerts();
      return all.length > 0 && all.every((alert) => alert.health === 'ok') && all;
    },
    60_000,
  );
  see('the rules are loaded', true, `${alerts.length} alerts, all evaluated without an error`);

  step(`A container of each role is killed under ${killLoad} heartbeats a second`);
  const services = Array.from({ length: 20 }, (_, i) => `shop-${i + 1}`);
  const fleet = await registerFleet(url, key, [...services, 'victim'], 10);
  fleet.start(killLoad, 6);
  await eventually('every service is Healthy', async () => {
    const all = await client.services();
    return all.length === 21 && all.every((service) => service.status === 'Healthy');
  });
  const [api = ''] = await containers('api');
  const [worker = ''] = await containers('worker');
  await docker('kill', api, worker);
  const fellSilentAtMs = performance.now();
  for (const instance of fleet.instances) instance.isSilent = instance.serviceName === 'victim';
  const incident = await eventually('the incident opens', async () => (await client.incidents())[0], 60_000);
  const told = async () =>
    (
      (await fetch(`${url}/mail/api/v1/messages`).then((reply) => reply.json())) as {
        messages: { Subject: string }[];
      }
    ).messages;
  await eventually('a mail arrives', async () => (await told()).length > 0, 60_000);
  const toldAfterMs = performance.now() - fellSilentAtMs;
  // Long enough for a second message, and for a false Down of those whose node was killed.
  await wait(12_000);
  const incidents = await client.incidents();
  const mails = await told();
  const killed = await fleet.stop();
  see(
    "no heartbeat is lost after the client's retry",
    killed.lost === 0 && killed.stored === killed.sent,
    say(killed),
  );
  see(
    'one incident, of the service that fell silent',
    incidents.length === 1 && incident.serviceName === 'victim',
    `${incident.serviceName}, ${incident.state}`,
  );
  see(
    'one mail in the catcher',
    mails.length === 1,
    `"${mails.map((mail) => mail.Subject).join('", "')}", ${seconds(toldAfterMs)} s after the last heartbeat (Down after 10 s)`,
  );
  const forgotten = await missing(client, fleet.instances);
  see(
    'every heartbeat that was answered 200 is stored',
    forgotten.length === 0,
    `looked at ${fleet.instances.length} instances${forgotten.join()}`,
  );
  await targets(1, 1);

  step(
    `docker stop (SIGTERM) of an API node under ${stopLoad} heartbeats a second, clients that never retry`,
  );
  await compose(...up, '--scale', 'api=3', '--scale', 'worker=4');
  await targets(3, 4);
  const calm = await measure(fleet, 5_000);
  see('before: no error', calm.lost === 0, say(calm));
  const nodes = await containers('api');
  const shares = await Promise.all(
    nodes.map(async (node) =>
      Number(
        /monitor_heartbeats_total\{result="ok"\} (\d+)/.exec(
          await docker(
            'exec',
            node,
            'node',
            '-e',
            "fetch('http://127.0.0.1:8080/metrics').then((r) => r.text()).then(console.log)",
          ),
        )?.[1],
      ),
    ),
  );
  see(
    'nginx uses the nodes that were added',
    shares.every((share) => share > 500),
    `heartbeats by node ${shares.join(', ')}`,
  );
  const [leaving = ''] = nodes;
  fleet.start(stopLoad, 1);
  await wait(2_000);
  const stoppedAtMs = performance.now();
  await docker('stop', leaving);
  const tookMs = performance.now() - stoppedAtMs;
  const exitCode = (await docker('inspect', '-f', '{{.State.ExitCode}}', leaving)).trim();
  await wait(3_000);
  const stopped = await fleet.stop();
  see('no client sees an error', stopped.lost === 0 && stopped.stored === stopped.sent, say(stopped));
  see(
    'the node exits with 0 within 10 s',
    exitCode === '0' && tookMs < 10_000,
    `code ${exitCode} after ${seconds(tookMs)} s`,
  );
  const hung = await missing(client, fleet.instances);
  see('every heartbeat that was answered 200 is stored', hung.length === 0, hung.join());
  await targets(2, 4);
  const total = await prometheus.value('sum(increase(monitor_heartbeats_total{result="ok"}[5m]))');
  see(
    'Prometheus has counted heartbeats',
    (total ?? 0) > 1000,
    `${Math.round(total ?? 0)} in its last five minutes`,
  );
  if (!seen.isAllWell()) console.log(await compose('logs', '--no-color', '--tail', '40', 'proxy'));
  await fleet.close();
}

async function measure(fleet: Awaited<ReturnType<typeof registerFleet>>, forMs: number): Promise<Beaten> {
  fleet.start(stopLoad, 1);
  await wait(forMs);
  return fleet.stop();
}

/** Instances that the monitor heard last before the last heartbeat that it said it had stored. */
async function missing(
  client: ReturnType<typeof apiClient>,
  instances: readonly { instanceId: string; serviceId: string; storedAt: string }[],
): Promise<string[]> {
  const late: string[] = [];
  for (const serviceId of new Set(instances.map((instance) => instance.serviceId))) {
    const heard = new Map(
      (await client.instances(serviceId)).map((found) => [found.instanceId, found.lastHeartbeatAt]),
    );
    for (const { instanceId, storedAt } of instances.filter((instance) => instance.serviceId === serviceId)) {
      if ((heard.get(instanceId) ?? '') < storedAt) late.push(instanceId);
    }
  }
  return late;
}

function say({ sent, stored, repeated, lost, troubles, perSecond, p50Ms, p99Ms, maxMs }: Beaten): string {
  const said = Object.entries(troubles)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ');
  return `${sent} sent (${perSecond}/s), ${stored} stored, ${repeated} repeated, ${lost} lost; p50 ${p50Ms} ms, p99 ${p99Ms} ms, max ${maxMs} ms${said === '' ? '' : `; ${said}`}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
