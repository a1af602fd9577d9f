import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startMonitor } from '../support/start-monitor.ts';
import { deployFiles, readDeployFile, readYaml } from './support/deploy-files.ts';
import { metricsOfExpression } from './support/metrics-of-expression.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string; datasource: { uid: string } }[];
}
interface Dashboard {
  id: null;
  uid: string;
  title: string;
  panels: Panel[];
}

const dashboards = deployFiles('deploy/grafana/dashboards').map(({ path, text }) => ({
  path,
  board: JSON.parse(text) as Dashboard,
}));
const [rules] = readYaml(readDeployFile('deploy/prometheus/rules.yaml')) as [
  { groups: { rules: { alert: string; expr: string }[] }[] },
];

const expressions = [
  ...rules.groups.flatMap((group) => group.rules).map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(({ board }) =>
    board.panels.flatMap((panel) =>
      (panel.targets ?? []).map(({ expr }) => [`${board.title}: ${panel.title}`, expr] as const),
    ),
  ),
  [
    'the autoscaler',
    /query: (.*)/.exec(
      readDeployFile('deploy/helm/service-monitor/templates/worker-autoscaling.yaml'),
    )?.[1] ?? '',
  ] as const,
];

/** Labels by metric, as the program exports them after an outage from beginning to end. */
const exported = new Map<string, Set<string>>();

/** What Prometheus knows itself, and the labels that it adds when it scrapes (`role` and `monitor` by our configuration). */
const ofPrometheus = new Map([
  ['up', []],
  ['ALERTS', ['alertname', 'alertstate', 'severity']],
]);
const added = ['job', 'instance', 'role', 'monitor'];

beforeAll(async () => {
  const receiver = await startHttpReceiver();
  const monitor = await startMonitor({
    env: {
      MONITOR_HEARTBEAT_INTERVAL: '200ms',
      MONITOR_DOWN_AFTER: '850ms',
      MONITOR_INSTANCE_METRICS: '10',
      LOG_LEVEL: 'fatal',
    },
    file: `channels: [{ id: hook, type: webhook, url: "${receiver.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`,
  });
  const { call } = apiClient(monitor.url);
  const about = { serviceName: 'shop', environment: 'test', hostname: 'h1', port: 1 };
  const { instanceId } = (await (await call('POST', '/api/services/register', about)).json()) as {
    instanceId: string;
  };
  const { metadata } = JSON.parse(
    readFileSync(new URL('../wire/heartbeat.json', import.meta.url), 'utf8'),
  ) as { metadata: unknown };
  await call('POST', '/api/services/heartbeat', { instanceId, metadata });
  await fetch(`${monitor.url}/api/services`);
  const text = await eventually('a message is delivered, and counted', async () => {
    const scraped = await (await fetch(`${monitor.url}/metrics`)).text();
    const isCounted = scraped.includes('monitor_delivery_delay_seconds_count{channel_type="webhook"} 1');
    // How the channel does is read from Redis now and then.
    return isCounted && scraped.includes('monitor_channel_last_sent_timestamp_seconds{') && scraped;
  });
  const instances = await (await call('GET', '/metrics/instances')).text();
  for (const [, name = '', labels = ''] of `${text}\n${instances}`.matchAll(
    /^([a-zA-Z_]\w*)(?:\{(.*)\})? \S+$/gm,
  )) {
    const known = exported.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    exported.set(name, known);
  }
  await monitor.stop();
  await receiver.close();
});

test('the reader of expressions sees every metric and label', () => {
  const read = metricsOfExpression(
    'histogram_quantile(0.99, sum by (le) (rate(a_bucket{route="/x", s!~"b|c"}[5m]))) > 2 and on() max(b) unless c',
  );
  expect(read).toEqual({
    metrics: [
      { name: 'a_bucket', labels: ['route', 's'] },
      { name: 'b', labels: [] },
      { name: 'c', labels: [] },
    ],
    groupedBy: ['le'],
  });
});

test.each(expressions)('%s asks for metrics and labels that there are', (_, expression) => {
  const { metrics, groupedBy } = metricsOfExpression(expression);
  expect(metrics.length).toBeGreaterThan(0);
  const labelsOf = (name: string) => [...(exported.get(name) ?? ofPrometheus.get(name) ?? []), ...added];
  expect(
    metrics.filter(({ name }) => !exported.has(name) && !ofPrometheus.has(name)).map(({ name }) => name),
  ).toEqual([]);
  for (const { name, labels } of metrics)
    expect(labels.filter((label) => !labelsOf(name).includes(label))).toEqual([]);
  const all = metrics.flatMap(({ name }) => labelsOf(name));
  expect(groupedBy.filter((label) => !all.includes(label))).toEqual([]);
});

test.each(expressions)('%s tells the monitors apart that one Prometheus scrapes', (_, expression) => {
  const selectors = expression.match(/\{[^}]*\}/g) ?? [];
  const mixed = expression.match(
    /\b(?:sum|max|min|group|count)\b(?=\s*(?:by|\())(?! by \([^)]*\bmonitor\b)/g,
  );
  const selects = selectors.length > 0 && selectors.every((selector) => /\bmonitor=/.test(selector));
  expect(selects || mixed === null).toBe(true);
});

describe.each(dashboards)('$path', ({ path, board }) => {
  test('can be provisioned: a stable uid, no id, a source that can be chosen, panels that do not overlap', () => {
    expect(board).toMatchObject({
      id: null,
      uid: expect.stringMatching(/^monitor-[a-z]+$/),
      title: expect.any(String),
    });
    expect(path).toContain(board.uid.replace('monitor-', ''));
    const ids = board.panels.map((panel) => panel.id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)}/${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const target of board.panels.flatMap((panel) => panel.targets ?? []))
      expect(target.datasource.uid).toBe('${datasource}');
  });
});

test('there are dashboards of the fleet, the cluster and the deliveries', () => {
  expect(dashboards.map(({ board }) => board.title)).toEqual(['Cluster', 'Deliveries', 'Fleet']);
});
