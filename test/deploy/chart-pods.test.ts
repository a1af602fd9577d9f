import { describe, expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import { readDeployFile } from './support/deploy-files.ts';
import { hasHelm } from './support/has-helm.ts';
import { renderChart } from './support/render-chart.ts';

/** What the chart sets itself, or what only a monitor without a Redis of its own needs. */
const ownSettings = [
  ...['REDIS_URL', 'MONITOR_ROLES', 'MONITOR_HOST', 'MONITOR_PORT', 'MONITOR_CONFIG', 'MONITOR_API_KEY'],
  ...['MONITOR_DATA_DIR', 'MONITOR_REDIS_MEMORY', 'MONITOR_URL'],
];

test('the chart takes every setting that it does not set itself', () => {
  const schema = JSON.parse(readDeployFile('deploy/helm/service-monitor/values.schema.json'));
  const taken = Object.keys(schema.properties.settings.properties);
  const wanted = Object.values(settings)
    .filter(({ name }) => !ownSettings.includes(name))
    .flatMap((setting) => ('secret' in setting ? [setting.name, `${setting.name}_FILE`] : [setting.name]));
  expect(taken).toEqual(wanted);
});

function podsOf(values: object, args: string[] = []) {
  const pods = renderChart(values, args)
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ spec }) => spec.template);
  expect(pods).toHaveLength(2);
  return pods;
}

describe.skipIf(!hasHelm)('the pods of the chart', () => {
  test('get numbers among the settings as the monitor reads them', () => {
    for (const pods of [
      podsOf({ settings: { MONITOR_KEY_INSTANCES: 100_000_000, MONITOR_RATE_LIMIT: '0' } }),
      podsOf({}, ['--set', 'settings.MONITOR_KEY_INSTANCES=100000000,settings.MONITOR_RATE_LIMIT=0']),
    ])
      for (const pod of pods)
        expect(pod.spec.containers[0].env).toEqual(
          expect.arrayContaining([
            { name: 'MONITOR_KEY_INSTANCES', value: '100000000' },
            { name: 'MONITOR_RATE_LIMIT', value: '0' },
          ]),
        );
  });

  test('are not started anew because Redis is late: their start may take an hour', () => {
    for (const pod of podsOf({})) {
      const { startupProbe, livenessProbe, readinessProbe } = pod.spec.containers[0];
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet.path)).toEqual([
        '/livez',
        '/livez',
        '/readyz',
      ]);
      expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(3600);
    }
  });
});
