import { apiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { formatSeconds, type Stage } from './stage.ts';

/** Brings the stack up as a newcomer does, and returns the key. */
export async function bringUp({ stack, prometheus, step, see, up, seeTargets }: Stage): Promise<string> {
  const { url, compose, docker, containers } = stack;
  step('docker compose up');
  const startedAtMs = performance.now();
  await up();
  await eventually(
    'the front door answers',
    async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok,
    60_000,
  );
  const keyPattern = /smk_\w{8}_[\w-]{43}/;
  const key = keyPattern.exec(await compose('run', '--rm', 'key'))?.[0] ?? '';
  const { status } = await apiClient(url, key).call('GET', '/api/services');
  const tookMs = performance.now() - startedAtMs;
  see('gives an address and a key that work', status === 200, `${formatSeconds(tookMs)} after "up"`);

  see('writes no key into a log', !keyPattern.test(await compose('logs', '--no-color')), 'all logs');

  const ports = (await docker('ps', '--format', '{{.Names}} {{.Ports}}')).split('\n');
  const published = ports.filter((line) => line.startsWith(stack.project) && line.includes('->'));
  const isLocal = published.length === 1 && /proxy.* 127\.0\.0\.1:/.test(published.join());
  see('only the front door is published, on this machine', isLocal, published.join());

  const [node = ''] = await containers('api');
  const format =
    '{{.HostConfig.Memory}} {{.HostConfig.NanoCpus}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}';
  const limits = (await docker('inspect', '-f', format, node)).trim();
  see('an API node has limits and writes nowhere', /^[1-9]\d* [1-9]\d* true \[ALL\]$/.test(limits), limits);

  const nodes = [...(await containers('api')), ...(await containers('worker'))];
  await eventually(
    'every node is healthy',
    async () => {
      const health = await docker('inspect', '-f', '{{.State.Health.Status}}', ...nodes);
      return health
        .trim()
        .split('\n')
        .every((status) => status === 'healthy');
    },
    60_000,
  );
  see('the health check of the image finds every node healthy', true, `${nodes.length} nodes`);

  await seeTargets(2, 2);
  const alerts = await eventually(
    'the rules are evaluated',
    async () => {
      const all = await prometheus.alerts();
      return all.length > 0 && all.every((alert) => alert.health === 'ok') && all.length;
    },
    60_000,
  );
  see('the rules are loaded', true, `${alerts} alerts, each evaluated without an error`);
  return key;
}
