import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readDeployFile, readYaml } from './support/deploy-files.ts';
import { hasHelm } from './support/has-helm.ts';
import { renderChart } from './support/render-chart.ts';
import { valuesTable } from './values-table.ts';

const chart = 'deploy/helm/service-monitor';

test('the table of values in the chart’s README is made from values.yaml', () => {
  const readme = readDeployFile(`${chart}/README.md`);
  const [, shown] = /<!-- values -->\n([\s\S]*?)\n<!-- \/values -->/.exec(readme) ?? [];
  // Print it with: npx node test/deploy/values-table.ts
  expect(shown?.trim()).toBe(valuesTable());
});

const wrong: [string, object, string][] = [
  ['an unknown name', { replicas: 1 }, "additional properties 'replicas' not allowed"],
  ['an unknown name further down', { api: { replica: 1 } }, "'/api': additional properties 'replica' not"],
  [
    'a setting that there is not',
    { settings: { MONITOR_DOWNAFTER: '2m' } },
    "'MONITOR_DOWNAFTER' not allowed",
  ],
  ['a setting of the chart itself', { settings: { MONITOR_PORT: '1' } }, "'MONITOR_PORT' not allowed"],
  ['a setting that is a list', { settings: { MONITOR_DRAIN: [] } }, "'/settings/MONITOR_DRAIN': got array"],
  ['text for a number', { api: { replicas: 'two' } }, "'/api/replicas': got string, want integer"],
  ['a kind that there is not', { worker: { autoscaling: { kind: 'magic' } } }, "'/worker/autoscaling/kind'"],
  ['no Secret for Redis', { redis: { existingSecret: '' } }, "'/redis/existingSecret': minLength"],
  ['a digest that is none', { image: { digest: 'latest' } }, "'/image/digest'"],
  ['a port that is none', { networkPolicy: { outboundPorts: [0] } }, "'/networkPolicy/outboundPorts/0'"],
  ['a probe’s path', { probes: { startup: { httpGet: {} } } }, "'/probes/startup': additional properties"],
];

test('the schema allows the values of the chart, and no wrong ones', () => {
  const schema = z.fromJSONSchema(JSON.parse(readDeployFile(`${chart}/values.schema.json`)) as never);
  const [values] = readYaml(readDeployFile(`${chart}/values.yaml`)) as Record<string, unknown>[];
  expect(schema.safeParse(values).error?.issues).toBeUndefined();
  for (const [name, value] of wrong)
    expect([name, schema.safeParse({ ...values, ...value }).success]).toEqual([name, false]);
});

describe.skipIf(!hasHelm)('helm refuses', () => {
  test.each(wrong)('%s, and says where', async (_, values, said) => {
    await expect(renderChart(values)).rejects.toThrow(said);
  });

  test.each([
    ['a route without a Gateway', { httpRoute: { enabled: true } }, 'httpRoute.parentRefs names no Gateway'],
    [
      'metrics of instances without a key',
      { instanceMetrics: { enabled: true }, settings: { MONITOR_INSTANCE_METRICS: 10 } },
      'instanceMetrics.existingSecret names no Secret',
    ],
    [
      'metrics of instances that no node shows',
      { instanceMetrics: { enabled: true, existingSecret: 'key' } },
      'settings.MONITOR_INSTANCE_METRICS is not set',
    ],
  ])('%s', async (_, values, said) => {
    await expect(renderChart(values)).rejects.toThrow(said);
  });
});
