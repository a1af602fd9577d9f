import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { askCloud } from '../src/location/ask-cloud.ts';
import { findLocation } from '../src/location/find-location.ts';
import { locationParts } from '../src/location/location.ts';
import { locationAttributes, locationVariables } from '../src/location/location-variables.ts';
import { podOwner } from '../src/location/pod-owner.ts';
import { talk } from './support/talk.ts';

/** A root directory with these files. */
function root(files: Record<string, string> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-node-root-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const find = (env: Record<string, string>, files?: Record<string, string>) =>
  findLocation(env, root(files), 'web-1').location;

const longId = 'ab'.repeat(32);

describe('where a process runs', () => {
  test.for<[string, Record<string, string>, Record<string, string>]>([
    ['on a machine of its own', {}, { host: 'web-1' }],
    [
      'in Kubernetes, with the node and the namespace from the downward API',
      {
        ...{ KUBERNETES_SERVICE_HOST: '10.0.0.1', HOSTNAME: 'cart-5d4f8c7b9d-x2x4q', NODE_NAME: 'node-7' },
        ...{ POD_NAMESPACE: 'shop', KUBERNETES_ZONE: 'eu-1a' },
      },
      { host: 'node-7', node: 'node-7', zone: 'eu-1a', deployment: 'shop/cart' },
    ],
    [
      'in Kubernetes, where nothing is passed: the pod is no host',
      { KUBERNETES_SERVICE_HOST: '10.0.0.1', HOSTNAME: 'cart-5d4f8c7b9d-x2x4q' },
      { deployment: 'cart' },
    ],
    [
      'on Fly.io',
      { FLY_APP_NAME: 'shop', FLY_MACHINE_ID: '148e', FLY_REGION: 'ams' },
      { host: '148e', region: 'ams', deployment: 'shop' },
    ],
    ['on Cloud Run', { K_SERVICE: 'shop', K_REVISION: 'shop-00042' }, { deployment: 'shop-00042' }],
    [
      'on Azure App Service',
      { WEBSITE_SITE_NAME: 'shop', WEBSITE_INSTANCE_ID: 'i7', REGION_NAME: 'westeurope' },
      { host: 'i7', region: 'westeurope', deployment: 'shop' },
    ],
    [
      'on Azure Container Apps',
      { CONTAINER_APP_NAME: 'shop', CONTAINER_APP_REVISION: 'shop--2' },
      { deployment: 'shop--2' },
    ],
    ['on Render', { RENDER: 'true', RENDER_SERVICE_NAME: 'shop' }, { deployment: 'shop' }],
    [
      'on Railway',
      { RAILWAY_ENVIRONMENT_ID: 'e', RAILWAY_SERVICE_NAME: 'shop', RAILWAY_REPLICA_REGION: 'eu' },
      { region: 'eu', deployment: 'shop' },
    ],
    ['on Heroku', { DYNO: 'web.1', HEROKU_APP_NAME: 'shop' }, { deployment: 'shop' }],
    ['on AWS Lambda', { AWS_LAMBDA_FUNCTION_NAME: 'f', AWS_REGION: 'eu-west-1' }, { region: 'eu-west-1' }],
    [
      'under Nomad',
      { NOMAD_ALLOC_ID: 'a', NOMAD_JOB_NAME: 'shop', NOMAD_DC: 'dc1', NOMAD_REGION: 'eu' },
      { zone: 'dc1', region: 'eu', deployment: 'shop' },
    ],
    [
      'by OpenTelemetry',
      {
        OTEL_RESOURCE_ATTRIBUTES:
          'host.name=h%207,k8s.node.name=n7,cloud.availability_zone=a,cloud.region=%zz,=x,nothing,k8s.cluster.name=c',
      },
      { host: 'h 7', node: 'n7', zone: 'a', cluster: 'c' },
    ],
    [
      'by our own variables, before all others',
      { ...{ SERVICE_MONITOR_NODE: 'n1', NODE_NAME: 'n2', SERVICE_MONITOR_HOST: ' h1 ' }, AWS_REGION: ' ' },
      { host: 'h1', node: 'n1' },
    ],
    [
      'by nothing that is too long for a name',
      { SERVICE_MONITOR_ZONE: 'z'.repeat(254), KUBERNETES_ZONE: 'a' },
      { host: 'web-1', zone: 'a' },
    ],
  ])('is found %s', ([, env, location]) => {
    expect(find(env)).toEqual(location);
  });

  test('has the namespace of the service account', () => {
    const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', HOSTNAME: 'db-0' };
    const files = { 'var/run/secrets/kubernetes.io/serviceaccount/namespace': 'shop\n' };
    expect(find(env, files)).toEqual({ deployment: 'shop/db' });
  });

  test.for<[string, Record<string, string>]>([
    ['Docker with control groups 1', { 'proc/self/cgroup': `12:pids:/docker/${longId}\n` }],
    [
      'containerd under systemd',
      { 'proc/self/cgroup': `0::/kubepods.slice/pod7.slice/cri-containerd-${longId}.scope\n` },
    ],
    [
      'Docker with control groups 2',
      {
        'proc/self/cgroup': '0::/\n',
        'proc/self/mountinfo': `1 2 0:1 /var/lib/docker/containers/${longId}/hostname /etc/hostname rw\n`,
      },
    ],
  ])('is no host in a container, whose id is found: %s', ([, files]) => {
    expect(findLocation({}, root(files), 'web-1')).toEqual({ location: {}, containerId: 'abababababab' });
  });

  test('is no host either in a container that hides its id', () => {
    expect(find({}, { '.dockerenv': '' })).toEqual({});
    expect(find({}, { 'run/.containerenv': '' })).toEqual({});
  });

  test.for<[string, string | null]>([
    ['cart-5d4f8c7b9d-x2x4q', 'cart'],
    ['shop-cart-api-5d4f8c7b9d-x2x4q', 'shop-cart-api'],
    ['db-0', 'db'],
    ['web-server-node', null],
    ['', null],
  ])('the pod %s belongs to %s', ([pod, owner]) => {
    expect(podOwner(pod)).toBe(owner);
  });
});

describe('the registration', () => {
  test('says where the instance runs; an option wins, and an empty one hides a part', async () => {
    vi.stubEnv('NODE_NAME', 'node-7').stubEnv('KUBERNETES_ZONE', 'a').stubEnv('AWS_REGION', 'eu');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { monitor } = await talk({ location: { zone: 'b', region: '' } });
    const { body } = await monitor.next('register');
    expect(body.metadata).toMatchObject({ host: 'node-7', node: 'node-7', zone: 'b' });
    expect(body.metadata).not.toHaveProperty('region');
  });

  test('says nothing of it if the option forbids it', async () => {
    vi.stubEnv('NODE_NAME', 'node-7');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { monitor } = await talk({ location: false });
    const { body } = await monitor.next('register');
    for (const part of [...locationParts, 'container_id']) expect(body.metadata).not.toHaveProperty(part);
  });

  test('leaves what the application sends as it is, however much that is', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 56 }, (_, n) => [`key${n}`, n]));
    const { monitor } = await talk({ metadata, location: { zone: 'a' } });
    const { body } = await monitor.next('register');
    expect(body.metadata).toMatchObject(metadata);
    expect(Object.keys(body.metadata ?? {}).length).toBeLessThanOrEqual(64);
  });
});

/** A metadata address that answers as `answer` does; null: 404. */
async function cloud(answer: (request: IncomingMessage) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    const body = answer(request);
    if (body === undefined) return;
    response.statusCode = body === null ? 404 : 200;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a cloud's metadata address", () => {
  test('of AWS is asked with a token', async () => {
    const address = await cloud(({ method, url, headers }) => {
      if (method === 'PUT' && url === '/latest/api/token') return 'secret';
      if (headers['x-aws-ec2-metadata-token'] !== 'secret') return null;
      return { instanceId: 'i-1', availabilityZone: 'eu-west-1a', region: 'eu-west-1' };
    });
    expect(await askCloud({}, address)).toEqual({ host: 'i-1', zone: 'eu-west-1a', region: 'eu-west-1' });
  });

  test('of Google Cloud is asked with its header', async () => {
    const address = await cloud(({ headers }) =>
      headers['metadata-flavor'] === 'Google'
        ? { name: 'vm-1', zone: 'projects/1/zones/europe-west1-b', attributes: { 'cluster-name': 'c1' } }
        : null,
    );
    const location = { host: 'vm-1', zone: 'europe-west1-b', region: 'europe-west1', cluster: 'c1' };
    expect(await askCloud({}, address)).toEqual(location);
  });

  test('of Azure is asked with its header', async () => {
    const address = await cloud(({ headers }) =>
      headers['metadata'] === 'true'
        ? { name: 'vm-1', location: 'westeurope', zone: '2', vmScaleSetName: 'set' }
        : null,
    );
    const location = { host: 'vm-1', zone: 'westeurope-2', region: 'westeurope', cluster: 'set' };
    expect(await askCloud({}, address)).toEqual(location);
  });

  test('of an ECS task is the one that its variable names', async () => {
    const address = await cloud(({ url }) =>
      url === '/v4/x/task'
        ? {
            Cluster: 'arn:aws:ecs:eu:1:cluster/main',
            AvailabilityZone: 'eu-1b',
            Family: 'shop',
            Revision: '7',
          }
        : null,
    );
    expect(await askCloud({ ECS_CONTAINER_METADATA_URI_V4: `${address}/v4/x` }, address)).toEqual({
      ...{ cluster: 'main', zone: 'eu-1b', deployment: 'shop:7' },
    });
  });

  test('that answers nonsense, or not at all, says nothing, and holds nobody up for a second', async () => {
    expect(await askCloud({}, await cloud(() => '<html>'))).toEqual({});
    const askedAtMs = performance.now();
    expect(await askCloud({}, await cloud(() => undefined))).toEqual({});
    expect(performance.now() - askedAtMs).toBeLessThan(1_000);
  });
});

test('the README names every variable and attribute that is read', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const part of locationParts) {
    const row = readme.split('\n').find((line) => line.startsWith(`| ${part} |`)) ?? '';
    const names = [...row.matchAll(/`([A-Z0-9_]+|[a-z0-9]+\.[a-z_.]+)`/g)].map(([, name]) => name);
    expect(names.filter((name) => !name?.startsWith('location.'))).toEqual([
      ...locationVariables[part],
      ...locationAttributes[part],
    ]);
  }
});
