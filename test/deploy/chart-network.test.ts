import { describe, expect, test } from 'vitest';
import { hasHelm } from './support/has-helm.ts';
import { renderChart } from './support/render-chart.ts';

const ingressController = { namespaceSelector: { matchLabels: { name: 'ingress-nginx' } } };
const prometheus = { namespaceSelector: { matchLabels: { name: 'prometheus' } } };

async function policies(networkPolicy: object = {}) {
  const found = (await renderChart({ networkPolicy })).filter(({ kind }) => kind === 'NetworkPolicy');
  const of = (name: string) => found.find(({ metadata }) => metadata.name.endsWith(name))?.spec;
  return { api: of('-api'), worker: of('-worker') };
}

const mayReach = (egress: { ports?: { port: number }[] }[], port: number) =>
  egress.some((rule) => rule.ports === undefined || rule.ports.some((allowed) => allowed.port === port));

describe.skipIf(!hasHelm)('the network policy of the chart', () => {
  test.each([
    ['DNS', 53],
    ['Redis', 6379],
    ['the dead-man’s-switch and webhooks', 443],
    ['a mail server', 587],
  ])('lets API nodes and workers reach %s', async (_, port) => {
    const { api, worker } = await policies();
    expect(mayReach(api.egress, port)).toBe(true);
    expect(mayReach(worker.egress, port)).toBe(true);
  });

  test('lets API nodes reach nothing but DNS and Redis when nothing is outbound', async () => {
    const { api } = await policies({ outboundPorts: [] });
    expect(api.egress.flatMap((rule: { ports: { port: number }[] }) => rule.ports)).toEqual([
      { port: 53, protocol: 'UDP' },
      { port: 53, protocol: 'TCP' },
      { port: 6379, protocol: 'TCP' },
      { port: 26379, protocol: 'TCP' },
    ]);
  });

  test('takes more rules for what API nodes may reach', async () => {
    const rule = { to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] };
    expect((await policies({ extraEgress: [rule] })).api.egress).toContainEqual(rule);
  });

  test('opens workers to those who scrape, and to nobody when there are none', async () => {
    expect((await policies({ metricsFrom: [prometheus] })).worker.ingress).toEqual([
      { ports: [{ port: 'http', protocol: 'TCP' }], from: [prometheus] },
    ]);
    for (const metricsFrom of [[], null])
      expect((await policies({ metricsFrom })).worker.ingress).toEqual([]);
  });

  test('opens API nodes to everybody, or to those who call, those who scrape and the test', async () => {
    expect((await policies()).api.ingress).toEqual([{ ports: [{ port: 'http', protocol: 'TCP' }] }]);
    const apiFrom = [ingressController];
    const tester = {
      podSelector: {
        matchLabels: {
          'app.kubernetes.io/name': 'service-monitor',
          'app.kubernetes.io/instance': 'watch',
          'app.kubernetes.io/component': 'test',
        },
      },
    };
    for (const metricsFrom of [[prometheus], []]) {
      const { api } = await policies({ apiFrom, metricsFrom });
      expect(api.ingress[0].from).toEqual([ingressController, ...metricsFrom, tester]);
    }
  });

  test('is left out when it is not wanted', async () => {
    expect(await policies({ enabled: false })).toEqual({ api: undefined, worker: undefined });
  });
});
