import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readAgentLine } from '../../sdk/node/src/cli/agent/agent-line.ts';

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
