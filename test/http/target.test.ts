import { expect, test } from 'vitest';
import type { InstanceReading } from '../../src/actors/ports/reading.ts';
import { exactJson } from '../../src/domain/exact-json.ts';
import { toTarget } from '../../src/http/schemas/target.ts';

const description = {
  ...{
    serviceName: 'orders',
    environment: 'prod',
    instanceKey: 'h1:80',
    version: null,
    hostname: 'h1',
    port: 80,
  },
  ...{ url: null, processId: 7, metadata: null, network: null, registrantIntervalMs: null, apiKeyId: null },
};

function targetOf(fields: Partial<InstanceReading['description']>) {
  return toTarget({
    ...{ instanceId: 'i', serviceId: 's', state: { status: 'Healthy' } },
    description: { ...description, ...fields },
  } as InstanceReading);
}

const labelsOf = (fields: Partial<InstanceReading['description']>) => targetOf(fields)?.labels;

test.each([
  ['its host and port', {}, 'h1:80'],
  ['an IPv6 address in brackets', { hostname: '2001:db8::1' }, '[2001:db8::1]:80'],
  [
    'the address in its URL when it named no port',
    { port: null, url: 'http://shop.example:8443/x' },
    'shop.example:8443',
  ],
  ['the port that https has by itself', { hostname: null, url: 'https://shop.example/' }, 'shop.example:443'],
  ['nothing, when it said nothing', { hostname: null }, undefined],
  ['nothing, when no host is called so', { hostname: 'a/b?c' }, undefined],
  ['nothing, when its URL is of another kind', { port: null, url: 'unix:/run/x' }, undefined],
])('an instance is asked at %s', (_, fields, address) => {
  expect(targetOf(fields)?.targets[0]).toBe(address);
});

test('labels name service and environment; the rest is for relabelling, and what is not known is not there', () => {
  expect(labelsOf({ version: '1.2' })).toEqual({
    service: 'orders',
    environment: 'prod',
    __meta_service_monitor_service_id: 's',
    __meta_service_monitor_instance_id: 'i',
    __meta_service_monitor_instance_key: 'h1:80',
    __meta_service_monitor_status: 'Healthy',
    __meta_service_monitor_hostname: 'h1',
    __meta_service_monitor_version: '1.2',
  });
});

test('texts, numbers and truth values of the metadata become labels with names that Prometheus takes', () => {
  const metadata = exactJson.parse(
    `{"metrics-path":"/m","metrics_path":"/n","größe":12345678901234567890,"ok":true,"nested":{"a":1},"none":null,"long":"${'x'.repeat(257)}"}`,
  ) as Record<string, unknown>;
  const labels = Object.entries(labelsOf({ metadata }) ?? {}).filter(([name]) => name.includes('_metadata_'));
  expect(Object.fromEntries(labels)).toEqual({
    __meta_service_monitor_metadata_metrics_path: '/m',
    __meta_service_monitor_metadata_gr__e: '12345678901234567890',
    __meta_service_monitor_metadata_ok: 'true',
  });
});
