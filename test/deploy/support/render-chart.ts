import { fileURLToPath } from 'node:url';
import { readYaml } from './deploy-files.ts';
import { runProgram } from './run-program.ts';

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
export async function renderChart(
  values: object = {},
  args: readonly string[] = [],
): Promise<KubernetesObject[]> {
  const all = ['template', 'watch', chart, '--namespace', 'monitoring', '--values', '-', ...args];
  return readYaml(await runProgram('helm', all, process.env, JSON.stringify(values))) as KubernetesObject[];
}
