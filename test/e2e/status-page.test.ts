import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicPage } from '../../src/http/schemas/status-page.ts';
import { runCommand } from '../commands/run-command.ts';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { testKey } from '../support/start-monitor.ts';

const fileOf = (title: string) => `
statusPages:
  - id: main
    title: ${title}
    groups:
      - components:
          - { name: Website, match: { service: "web-*", environment: production } }
`;

let cluster: Cluster;
let web: BeatingInstance;
let api: Cluster['nodes'][number];
let worker: Cluster['nodes'][number];

const read = async (): Promise<PublicPage> =>
  (await fetch(`${api.url}/status.json`)).json() as Promise<PublicPage>;
const shows = (what: string, sign: (page: PublicPage) => boolean) =>
  eventually(`the page shows ${what}`, async () => sign(await read()), 40_000);

beforeAll(async () => {
  cluster = await startCluster(['api', 'worker'], fileOf('Before'));
  [api, worker] = cluster.nodes as [Cluster['nodes'][number], Cluster['nodes'][number]];
  web = await startInstance([api.url], { serviceName: 'web-1', hostname: 'h1' }, times.interval);
});
afterAll(async () => {
  await web.die();
  await cluster.close();
});

test('a service dies and comes back on the page, with its incident and a note, and nothing is known when the worker is gone', async () => {
  await shows('that it works', ({ state }) => state === 'operational');

  // As editors save: beside it, and then in its place.
  writeFileSync(`${api.configPath}.new`, fileOf('After'));
  renameSync(`${api.configPath}.new`, api.configPath);
  await shows('the new title', ({ title }) => title === 'After');

  await web.die();
  await shows(
    'that it is down',
    ({ state, incidents }) => state === 'down' && incidents[0]?.state === 'open',
  );
  const incidents = (await (await apiClient(api.url).call('GET', '/api/incidents')).json()) as {
    items: { incidentId: string }[];
  };
  const note = [
    'note',
    incidents.items[0]?.incidentId ?? '',
    '--by',
    'Ada',
    '--note',
    'We are on it.',
    '--public',
  ];
  const noted = await runCommand('/', ['incidents', ...note, '--url', api.url, '--key', testKey]);
  expect(noted.code).toBe(0);
  await shows('the note', ({ incidents: [first] }) => first?.updates.at(-1)?.text === 'We are on it.');

  await web.revive();
  await shows('that it works again', ({ state }) => state === 'operational');
  await shows('the end of the incident', ({ incidents: [first] }) => first?.state === 'resolved');
  const html = await (await fetch(`${api.url}/status`)).text();
  expect(html).toContain('Website was down on');
  expect(html).not.toMatch(/web-1|Ada|h1:|production/);

  const folder = join(api.configPath, '..', 'exported');
  const exported = await runCommand('/', ['status-page', 'export', folder, '--url', api.url]);
  expect([exported.code, exported.stderr]).toEqual([0, expect.stringMatching(/^The page main is in /)]);
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('We are on it.');

  await worker.stop();
  await shows('that it does not know', ({ state }) => state === 'unknown');
});
