import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { chartValues } from './support/chart-values.ts';
import { hasHelm } from './support/has-helm.ts';
import { kubernetesFaults } from './support/kubernetes-faults.ts';
import { type KubernetesObject, renderChart } from './support/render-chart.ts';
import { runProgram } from './support/run-program.ts';

if (!hasHelm) console.warn('helm IS NOT ON THE PATH: the chart is not rendered');

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const chart = fileURLToPath(new URL('../../deploy/helm/service-monitor', import.meta.url));

test('a field that Kubernetes does not know, or of another type, is found', async () => {
  const service = (spec: object) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec });
  const faults = await kubernetesFaults([
    service({ ports: [{ port: 80 }] }),
    service({ ports: [{ port: '80' }] }),
    service({ port: 80 }),
  ]);
  expect(faults).toEqual([
    expect.stringContaining("Type 'string' is not assignable to type 'number'"),
    expect.stringContaining('may only specify known properties'),
  ]);
});

describe.skipIf(!hasHelm)('the chart', () => {
  const rendered = new Map<string, KubernetesObject[]>();

  beforeAll(async () => {
    for (const [name, values] of Object.entries(chartValues)) rendered.set(name, await renderChart(values));
  });

  test('has nothing that helm lint complains of', async () => {
    expect(await runProgram('helm', ['lint', '--strict', chart])).toContain('0 chart(s) failed');
  });

  test.each(Object.keys(chartValues))('renders with %s', (name) => {
    const objects = rendered.get(name) ?? [];
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(objects.filter(({ kind }) => kind === 'Deployment')).toHaveLength(2);
    for (const { metadata } of objects) expect(metadata.name.length).toBeLessThanOrEqual(63);
  });

  test('renders what the types of Kubernetes and of its extensions allow', async () => {
    const all = [...rendered.values()].flat();
    expect(all.length).toBeGreaterThan(200);
    expect(await kubernetesFaults(all)).toEqual([]);
  });

  // Of what has no pods it reads the form alone without a cluster.
  test.skipIf(!hasKubectl)('renders pods that kubectl reads', async () => {
    const all = [...rendered.values()].flat();
    const items = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Pod');
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const read = ['set', 'env', '--local', '--filename', '-', '--output', 'name', 'A=b'];
    const names = await runProgram('kubectl', read, process.env, list);
    expect(names.trim().split('\n')).toHaveLength(items.length);
  });
});
