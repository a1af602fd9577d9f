import { describe, expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import { readDeployFile } from './support/deploy-files.ts';
import { hasHelm } from './support/has-helm.ts';
import { renderChart } from './support/render-chart.ts';
import { startPretendedKubernetes } from './support/start-pretended-kubernetes.ts';

/** What chart or image set themselves, or what only a monitor without a Redis of its own needs. */
const ownSettings = [
  ...['REDIS_URL', 'MONITOR_ROLES', 'MONITOR_HOST', 'MONITOR_PORT', 'MONITOR_CONFIG', 'MONITOR_API_KEY'],
  ...['MONITOR_DATA_DIR', 'MONITOR_REDIS_MEMORY', 'MONITOR_URL', 'MONITOR_COMMIT'],
];

test('the chart takes every setting that it does not set itself', () => {
  const schema = JSON.parse(readDeployFile('deploy/helm/service-monitor/values.schema.json'));
  const taken = Object.keys(schema.properties.settings.properties);
  const wanted = Object.values(settings)
    .filter(({ name }) => !ownSettings.includes(name))
    .flatMap((setting) => ('secret' in setting ? [setting.name, `${setting.name}_FILE`] : [setting.name]));
  expect(taken).toEqual(wanted);
});

async function podsOf(values: object, args: string[] = []) {
  const pods = (await renderChart(values, args))
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ spec }) => spec.template);
  expect(pods).toHaveLength(2);
  return pods;
}

describe.skipIf(!hasHelm)('the pods of the chart', () => {
  test('get numbers among the settings as the monitor reads them', async () => {
    for (const pods of [
      await podsOf({ settings: { MONITOR_KEY_INSTANCES: 100_000_000, MONITOR_RATE_LIMIT: '0' } }),
      await podsOf({}, ['--set', 'settings.MONITOR_KEY_INSTANCES=100000000,settings.MONITOR_RATE_LIMIT=0']),
    ])
      for (const pod of pods)
        expect(pod.spec.containers[0].env).toEqual(
          expect.arrayContaining([
            { name: 'MONITOR_KEY_INSTANCES', value: '100000000' },
            { name: 'MONITOR_RATE_LIMIT', value: '0' },
          ]),
        );
  });

  test('are not started anew because Redis is late or away: only readiness asks for it', async () => {
    for (const pod of await podsOf({})) {
      const { startupProbe, livenessProbe, readinessProbe } = pod.spec.containers[0];
      const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet.path);
      expect(paths).toEqual(['/livez', '/livez', '/readyz']);
    }
  });

  test('may do as little as possible', async () => {
    for (const { spec } of await podsOf({})) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(spec.containers[0].securityContext).toEqual({
        ...{ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('run the image of the chart’s version, of a tag, or of a digest before all', async () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    for (const [image, expected] of [
      [{}, 'service-monitor:0.1.0'],
      [{ tag: 'x' }, 'service-monitor:x'],
      [{ tag: 'x', digest }, `service-monitor@${digest}`],
    ] as const)
      for (const { spec } of await podsOf({ image })) expect(spec.containers[0].image).toBe(expected);
  });

  test('spread by the selector of their role, unless a constraint has its own', async () => {
    const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
    const labelSelector = { matchLabels: { a: 'b' } };
    const pods = await podsOf({ topologySpread: [constraint, { ...constraint, labelSelector }] });
    expect(pods.map(({ spec }) => spec.topologySpreadConstraints)).toEqual(
      pods.map(({ metadata }) => [
        {
          ...constraint,
          labelSelector: {
            matchLabels: Object.fromEntries(
              ['name', 'instance', 'component']
                .map((name) => `app.kubernetes.io/${name}`)
                .map((name) => [name, metadata.labels[name]]),
            ),
          },
        },
        { ...constraint, labelSelector },
      ]),
    );
  });

  test('are others when a Secret that they read has another version, or the values say so', async () => {
    const values = {
      deadman: { existingSecret: 'switch' },
      extraEnv: [
        { name: 'SMTP_PASSWORD', valueFrom: { secretKeyRef: { name: 'mail', key: 'password' } } },
        { name: 'PLAIN', value: 'x' },
      ],
      extraEnvFrom: [{ secretRef: { name: 'channels' } }, { configMapRef: { name: 'no-secret' } }],
    };
    const kubernetes = await startPretendedKubernetes('7');
    try {
      const asked = ['--dry-run=server', '--disable-openapi-validation', '--kube-apiserver', kubernetes.url];
      for (const { metadata } of await podsOf(values, asked))
        expect(JSON.parse(metadata.annotations['service-monitor/secret-versions'])).toEqual({
          ...{ 'service-monitor-redis': '7', 'service-monitor-api-key': '7' },
          ...{ switch: '7', mail: '7', channels: '7' },
        });
    } finally {
      await kubernetes.close();
    }
    for (const { metadata } of await podsOf({ secretsRevision: '2' }))
      expect(metadata.annotations).toMatchObject({ 'service-monitor/secrets-revision': '2' });
  });
});
