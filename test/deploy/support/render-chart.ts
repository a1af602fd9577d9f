import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readYaml } from './deploy-files.ts';

/** An object of Kubernetes, as far as tests look into it. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind has another, and tests look into them freely
  spec: any;
  data?: Record<string, string>;
}

const chart = fileURLToPath(new URL('../../../deploy/helm/service-monitor', import.meta.url));

/** What helm renders of the chart with these values, as release `watch` in the namespace `monitoring`. */
export function renderChart(values: object = {}, args: readonly string[] = []): KubernetesObject[] {
  const all = ['template', 'watch', chart, '--namespace', 'monitoring', '--values', '-', ...args];
  const run = spawnSync('helm', all, { input: JSON.stringify(values), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return readYaml(run.stdout) as KubernetesObject[];
}
