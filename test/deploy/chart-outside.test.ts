import { describe, expect, test } from 'vitest';
import { hasHelm } from './support/has-helm.ts';
import { renderChart } from './support/render-chart.ts';

const render = async (values: object, wanted: string) =>
  (await renderChart(values)).find(({ kind }) => kind === wanted)?.spec;

describe.skipIf(!hasHelm)('the chart', () => {
  test('lets the same paths in by an ingress, for each of its hosts, and by a Gateway', async () => {
    const hosts = ['a.example.com', 'b.example.com'];
    const { rules } = await render({ ingress: { enabled: true, hosts } }, 'Ingress');
    expect(rules.map(({ host }: { host: string }) => host)).toEqual(hosts);
    const route = await render({ httpRoute: { enabled: true, parentRefs: [{ name: 'g' }] } }, 'HTTPRoute');
    const matches = rules[0].http.paths.map(({ path, pathType }: { path: string; pathType: string }) => ({
      path: { type: pathType === 'Prefix' ? 'PathPrefix' : pathType, value: path },
    }));
    expect(route.rules[0].matches).toEqual(matches);
    expect(matches).toContainEqual({ path: { type: 'PathPrefix', value: '/api' } });
  });

  test('lets Prometheus find job, role and monitor as the alerts want them, whatever the names are', async () => {
    const { endpoints } = await render(
      { nameOverride: 'mon', serviceMonitor: { enabled: true } },
      'ServiceMonitor',
    );
    expect(endpoints[0].relabelings).toEqual([
      { targetLabel: 'job', replacement: 'service-monitor' },
      { targetLabel: 'monitor', replacement: 'watch-mon.monitoring' },
      {
        sourceLabels: ['__meta_kubernetes_service_label_app_kubernetes_io_component'],
        targetLabel: 'role',
      },
    ]);
  });

  test('scales by the checks of its own monitor', async () => {
    const scaled = (kind: string) => ({
      worker: { autoscaling: { kind, keda: { prometheusUrl: 'http://prometheus:9090' } } },
    });
    const { metrics } = await render(scaled('hpa'), 'HorizontalPodAutoscaler');
    const hpas = JSON.stringify(metrics);
    expect(hpas).toContain('"monitor":"watch-service-monitor.monitoring"');
    const { triggers } = await render(scaled('keda'), 'ScaledObject');
    expect(triggers[0].metadata.query).toContain('monitor="watch-service-monitor.monitoring"');
  });

  test('links the runbooks where its values say', async () => {
    const urlsWith = async (more: object) => {
      const { groups } = await render({ prometheusRule: { enabled: true, ...more } }, 'PrometheusRule');
      const rules = groups.flatMap(
        (group: { rules: { annotations: { runbook_url: string } }[] }) => group.rules,
      );
      return rules.map(
        ({ annotations }: { annotations: { runbook_url: string } }) => annotations.runbook_url,
      );
    };
    const found = await urlsWith({ runbooks: 'https://git.example.com/our/monitor' });
    expect(found[0]).toBe('https://git.example.com/our/monitor/docs/operations.md#monitordown');
    expect(found.length).toBeGreaterThan(20);
    expect(new Set(found.map((url: string) => url.split('#')[0])).size).toBe(1);
    expect((await urlsWith({}))[0]).toMatch(/^https:\/\/service-monitor\.example\//);
  });

  test('lets Prometheus ask one node for the metrics of instances, with a key', async () => {
    const values = {
      settings: { MONITOR_INSTANCE_METRICS: 10_000 },
      instanceMetrics: { enabled: true, existingSecret: 'read-key' },
    };
    expect(await render(values, 'ScrapeConfig')).toMatchObject({
      staticConfigs: [
        {
          targets: ['watch-service-monitor.monitoring.svc:80'],
          labels: { monitor: 'watch-service-monitor.monitoring' },
        },
      ],
      metricsPath: '/metrics/instances',
      authorization: { type: 'Bearer', credentials: { name: 'read-key', key: 'api-key' } },
    });
  });
});
