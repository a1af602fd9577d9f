import { describe, expect, test } from 'vitest';
import { hasHelm } from './support/has-helm.ts';
import { renderChart } from './support/render-chart.ts';

const ingressController = { namespaceSelector: { matchLabels: { name: 'ingress-nginx' } } };
const prometheus = { namespaceSelector: { matchLabels: { name: 'prometheus' } } };

function policies(networkPolicy: object = {}) {
  const found = renderChart({ networkPolicy }).filter(({ kind }) => kind === 'NetworkPolicy');
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
  ])('lets API nodes and workers reach %s', (_, port) => {
    const { api, worker } = policies();
    expect(mayReach(api.egress, port)).toBe(true);
    expect(mayReach(worker.egress, port)).toBe(true);
  });

  test('lets API nodes reach nothing but DNS and Redis when nothing is outbound', () => {
    const { api } = policies({ outboundPorts: [] });
    expect(api.egress.flatMap((rule: { ports: { port: number }[] }) => rule.ports)).toEqual([
      { port: 53, protocol: 'UDP' },
      { port: 53, protocol: 'TCP' },
      { port: 6379, protocol: 'TCP' },
      { port: 26379, protocol: 'TCP' },
    ]);
  });

  test('takes more rules for what API nodes may reach', () => {
    const rule = { to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] };
    expect(policies({ extraEgress: [rule] }).api.egress).toContainEqual(rule);
  });

  test('opens workers to those who scrape, and to nobody when there are none', () => {
    expect(policies({ metricsFrom: [prometheus] }).worker.ingress).toEqual([
      { ports: [{ port: 'http', protocol: 'TCP' }], from: [prometheus] },
    ]);
    for (const metricsFrom of [[], null]) expect(policies({ metricsFrom }).worker.ingress).toEqual([]);
  });

  test('opens API nodes to everybody, or to those who call and those who scrape', () => {
    expect(policies().api.ingress).toEqual([{ ports: [{ port: 'http', protocol: 'TCP' }] }]);
    const apiFrom = [ingressController];
    expect(policies({ apiFrom, metricsFrom: [prometheus] }).api.ingress[0].from).toEqual([
      ingressController,
      prometheus,
    ]);
    expect(policies({ apiFrom, metricsFrom: [] }).api.ingress[0].from).toEqual([ingressController]);
  });

  test('is left out when it is not wanted', () => {
    expect(policies({ enabled: false })).toEqual({ api: undefined, worker: undefined });
  });
});
