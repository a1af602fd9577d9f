import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { readDeployFile, readYaml } from './support/deploy-files.ts';
import { runProgram } from './support/run-program.ts';

const script = 'deploy/helm/service-monitor/files/answers.mjs';
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

let monitor: RunningMonitor;

beforeAll(async () => {
  monitor = await startMonitor({ env: { LOG_LEVEL: 'fatal' } });
});

afterAll(() => monitor.stop());

/** As the pod of `helm test` runs it. */
const answers = (env: Record<string, string>) =>
  runProgram(node, ['--input-type=module', '--eval', readDeployFile(script)], { ...process.env, ...env });

test('what helm test runs sees that the API is ready and knows the key', async () => {
  expect(await answers({ MONITOR_URL: monitor.url })).toBe('/readyz 200\n');
  // A file, and so a Secret made of one, ends with a new line.
  expect(await answers({ MONITOR_URL: monitor.url, API_KEY: `${testKey}\n` })).toBe(
    '/readyz 200\n/api/services?limit=1 200\n',
  );
});

test('what helm test runs fails when the key is not known, or nobody answers', async () => {
  await expect(answers({ MONITOR_URL: monitor.url, API_KEY: 'smk_wrong' })).rejects.toThrow('unauthorized');
  await expect(answers({ MONITOR_URL: 'http://127.0.0.1:1' })).rejects.toThrow('fetch failed');
});

test('what the chart lets in from outside is every route of the API but those of Prometheus', async () => {
  const [{ publicPaths }] = readYaml(readDeployFile('deploy/helm/service-monitor/values.yaml')) as [
    { publicPaths: { path: string; pathType: 'Exact' | 'Prefix' }[] },
  ];
  const isLetIn = (route: string) =>
    publicPaths.some(({ path, pathType }) =>
      pathType === 'Exact' ? route === path : `${route}/`.startsWith(`${path}/`),
    );
  const { paths } = (await (await fetch(`${monitor.url}/openapi.json`)).json()) as { paths: object };
  const routes = [...Object.keys(paths), '/', '/dashboard/main.js', '/docs/', '/openapi.json'];
  expect(routes.filter((route) => !isLetIn(route))).toEqual(['/metrics']);
});
