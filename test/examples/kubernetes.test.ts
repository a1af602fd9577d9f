import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readAgentLine } from '../../sdk/node/src/cli/agent/agent-line.ts';
import { fastSettings } from '../support/fast-settings.ts';
import { startMonitor, testKey } from '../support/start-monitor.ts';
import { ExampleProcess } from './support/example-process.ts';
import { WatchedService } from './support/watched-service.ts';

interface Container {
  name: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string }[];
  volumeMounts?: { name: string; mountPath: string }[];
}

interface Pod {
  initContainers: Container[];
  containers: Container[];
  volumes: { name: string; secret: { secretName: string } }[];
  terminationGracePeriodSeconds: number;
}

const text = readFileSync(new URL('../../examples/kubernetes/sidecar.yaml', import.meta.url), 'utf8');
const documents = parseAllDocuments(text);
const deployment = documents[0]?.toJS() as {
  spec: { selector: { matchLabels: object }; template: { metadata: { labels: object }; spec: Pod } };
};
const pod = deployment.spec.template.spec;
const [agent] = pod.initContainers;

test('the sidecar manifest is one Deployment without a fault in its YAML', () => {
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  expect(documents).toHaveLength(1);
  expect(deployment).toMatchObject({ apiVersion: 'apps/v1', kind: 'Deployment' });
  expect(deployment.spec.template.metadata.labels).toEqual(deployment.spec.selector.matchLabels);
});

test('the agent is a sidecar that may do as little as possible', () => {
  expect(agent).toMatchObject({
    restartPolicy: 'Always',
    command: ['service-monitor'],
    securityContext: {
      runAsNonRoot: true,
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    },
    resources: { requests: expect.anything(), limits: expect.anything() },
  });
});

test('its flags are understood, watch a port of the application, and outlast the termination', () => {
  const [command, ...flags] = agent?.args ?? [];
  expect(command).toBe('agent');
  const line = readAgentLine(flags);
  expect(line).toMatchObject({ kind: 'agent', agent: { target: { kind: 'url' } } });
  if (line.kind !== 'agent') return;
  expect(line.agent.stopWindowMs).toBeGreaterThan(pod.terminationGracePeriodSeconds * 1000);
  expect(pod.containers[0]).toMatchObject({ ports: [{ containerPort: line.options.port }] });
});

test('the key comes from a secret that is mounted where the agent looks for it', () => {
  const env = Object.fromEntries((agent?.env ?? []).map(({ name, value }) => [name, value]));
  expect(env['SERVICE_MONITOR_URL']).toMatch(/^http:/);
  const [mount] = agent?.volumeMounts ?? [];
  expect(env['SERVICE_MONITOR_API_KEY_FILE']).toBe(`${mount?.mountPath}/api-key`);
  expect(pod.volumes.map(({ name }) => name)).toContain(mount?.name);
});

test('what the sidecar starts beats for the application beside it, and is Stopped when the pod is', async () => {
  const monitor = await startMonitor({ env: fastSettings });
  onTestFinished(async () => void (await monitor.stop()));
  const folder = mkdtempSync(join(tmpdir(), 'sidecar-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const application = createServer((request, response) =>
    response.writeHead(request.url === '/health' ? 200 : 404).end(),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void application.close());
  await once(application, 'listening');
  const { port } = application.address() as AddressInfo;

  // What differs in a pod: the address of the application and of the monitor, and where the secret is mounted.
  const flags = (agent?.args ?? []).map((flag) => flag.replace(':8080/', `:${port}/`));
  const key = join(folder, 'api-key');
  writeFileSync(key, testKey);
  const env = Object.fromEntries((agent?.env ?? []).map(({ name, value = '' }) => [name, value]));
  const cli = fileURLToPath(new URL('../../sdk/node/src/cli.ts', import.meta.url));
  const sidecar = new ExampleProcess(monitor.url, process.execPath, [cli, ...flags], {
    ...env,
    SERVICE_MONITOR_URL: monitor.url,
    SERVICE_MONITOR_API_KEY: '',
    SERVICE_MONITOR_API_KEY_FILE: key,
    POD_NAME: 'orders-7c9f',
  });
  onTestFinished(() => void sidecar.child.kill('SIGKILL'));
  const watched = new WatchedService(monitor.url, 'orders');
  expect(await watched.untilStatus('Healthy')).toMatchObject({ hostname: 'orders-7c9f', port });
  expect(await sidecar.end('SIGTERM')).toBe(0);
  expect(await watched.instance()).toMatchObject({ status: 'Stopped' });
});
