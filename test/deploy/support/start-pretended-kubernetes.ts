import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const kinds: Record<string, Record<string, string>> = {
  v1: { secrets: 'Secret', configmaps: 'ConfigMap', services: 'Service', serviceaccounts: 'ServiceAccount' },
  'apps/v1': { deployments: 'Deployment' },
  'policy/v1': { poddisruptionbudgets: 'PodDisruptionBudget' },
  'networking.k8s.io/v1': { networkpolicies: 'NetworkPolicy' },
};

/** As much of Kubernetes as helm's `lookup` of Secrets asks: any Secret is there, in this version. */
export async function startPretendedKubernetes(resourceVersion: string) {
  const server = createServer((request, reply) => {
    const path = request.url?.split('?')[0] ?? '';
    const [, namespace, name] = /^\/api\/v1\/namespaces\/(.+)\/secrets\/(.+)$/.exec(path) ?? [];
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace, resourceVersion } };
    const found = name === undefined ? whatThereIs(path) : secret;
    const missing = { kind: 'Status', status: 'Failure', reason: 'NotFound', code: 404 };
    reply.writeHead(found === null ? 404 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(found ?? missing));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function whatThereIs(path: string): object | null {
  if (path === '/version') return { major: '1', minor: '33', gitVersion: 'v1.33.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const groups = Object.keys(kinds)
      .filter((groupVersion) => groupVersion.includes('/'))
      .map((groupVersion) => {
        const [name, version] = groupVersion.split('/');
        return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
      });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  }
  const groupVersion = path.replace(/^\/apis?\//, '');
  const known = kinds[groupVersion];
  if (known === undefined) return null;
  const resources = Object.entries(known).map(([name, kind]) => {
    return { name, singularName: kind.toLowerCase(), kind, namespaced: true, verbs: ['get', 'create'] };
  });
  return { kind: 'APIResourceList', groupVersion, resources };
}
