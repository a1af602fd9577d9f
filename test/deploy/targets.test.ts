import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startMonitor, testKey } from '../support/start-monitor.ts';
import { hasPrometheus, startPrometheus } from '../support/start-prometheus.ts';
import { readDeployFile } from './support/deploy-files.ts';

/** The configuration in the documents, with the addresses and times of this test. */
function documentedConfig(monitorUrl: string, keyFile: string): string {
  const [, config = ''] =
    /### Prometheus finds[\s\S]*?```yaml\n([\s\S]*?)```/.exec(readDeployFile('docs/protocol.md')) ?? [];
  return `global: { scrape_interval: 200ms, scrape_timeout: 200ms }\n${config
    .replace('http://monitor:8080', monitorUrl)
    .replace('/etc/prometheus/monitor-key', keyFile)
    .replace('refresh_interval: 1m', 'refresh_interval: 200ms')}`;
}

/** Prometheus takes up what it discovered every five seconds, in two places. */
const timeoutMs = 40_000;

/** A service with metrics of its own, at a path of its own. */
async function startService(): Promise<number> {
  const server = createServer((request, response) => {
    const isThere = request.url === '/internal/metrics';
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/plain' }).end('orders_open 7\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.skipIf(!hasPrometheus)(
  `Prometheus finds an instance as documented, and forgets it when it stops${hasPrometheus ? '' : ' (NOT RUN: install prometheus)'}`,
  async () => {
    const port = await startService();
    const monitor = await startMonitor({ env: { LOG_LEVEL: 'warn' } });
    onTestFinished(() => void monitor.stop());
    const api = apiClient(monitor.url);
    const about = {
      ...{ serviceName: 'orders', environment: 'production', instanceId: 'orders-1', version: '1.2' },
      ...{ hostname: '127.0.0.1', port, metadata: { metrics_path: '/internal/metrics' } },
    };
    const reply = await api.call('POST', '/api/services/register', about);
    const { instanceId } = (await reply.json()) as { instanceId: string };
    await api.call('POST', '/api/services/register', { ...about, environment: 'test', instanceId: 'other' });

    const prometheus = await startPrometheus(documentedConfig(monitor.url, 'monitor-key'), {
      'monitor-key': testKey,
    });
    onTestFinished(() => prometheus.stop());
    const found = await eventually(
      'the service is scraped',
      async () => {
        const series = await prometheus.query('orders_open');
        return series.length > 0 && series;
      },
      timeoutMs,
    );
    expect(found).toEqual([
      {
        value: 7,
        labels: {
          ...{ __name__: 'orders_open', job: 'services', instance: 'orders-1' },
          ...{ service: 'orders', environment: 'production', version: '1.2' },
        },
      },
    ]);
    await api.call('DELETE', `/api/instances/${instanceId}`);
    await eventually(
      'it is no target any more',
      async () => {
        const up = await prometheus.query('up{job="services"}');
        return up.length === 0;
      },
      timeoutMs,
    );
  },
  90_000,
);
