import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KubernetesObject } from './render-chart.ts';
import { runProgram } from './run-program.ts';

/** Packages with the types of Kubernetes' extensions; everything else is Kubernetes itself. */
const packages: Record<string, string> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/monitoring.coreos.com',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/gateway.networking.k8s.io',
  'keda.sh': '@kubernetes-models/keda/keda.sh',
};

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/**
 * What is wrong with objects by the types of Kubernetes: fields that there are not, are missing or have another type. The
 * types are made from the schemas that a cluster has, so the compiler finds offline what it would refuse.
 */
export async function kubernetesFaults(objects: readonly KubernetesObject[]): Promise<string[]> {
  mkdirSync(join(modules, '.cache'), { recursive: true });
  // Where the compiler finds the packages.
  const folder = mkdtempSync(join(modules, '.cache/kubernetes-'));
  const file = join(folder, 'objects.ts');
  writeFileSync(file, objects.map(asTypedLine).join('\n'));
  const options = ['--noEmit', '--ignoreConfig', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  try {
    await runProgram(join(modules, '.bin/tsc'), [...options, file]);
    return [];
  } catch (error) {
    return [...String(error).matchAll(/objects\.ts\((\d+),\d+\): error \w+: (.*)/g)].map(
      ([, line, fault]) => {
        const object = objects[Number(line) - 1];
        return `${object?.kind} ${object?.metadata.name}: ${fault}`;
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function asTypedLine(object: KubernetesObject): string {
  const [group = '', version] = object.apiVersion.split('/');
  const known = packages[group];
  const from = known === undefined ? `kubernetes-models/${object.apiVersion}` : `${known}/${version}`;
  return `export const _${crypto.randomUUID().replaceAll('-', '')}: import('${from}').I${object.kind} = ${JSON.stringify(object)};`;
}
