import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let monitor: RunningMonitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let api: ReturnType<typeof apiClient>;

/** Twelve instances of four services that register and are never heard of. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'groups-'));
  receiver = await startHttpReceiver();
  monitor = await startMonitor({
    env: {
      ...{ MONITOR_HEARTBEAT_INTERVAL: '200ms', MONITOR_DOWN_AFTER: '1s' },
      MONITOR_DATA_DIR: join(dir, 'data'),
    },
    file: `channels:
      - { id: hook, type: webhook, url: "${receiver.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }`,
  });
  api = apiClient(monitor.url);
  for (let i = 0; i < 12; i++)
    await api.call('POST', '/api/services/register', {
      ...{ serviceName: `s${i % 4}`, environment: 'production', instanceId: `${i}` },
    });
  await eventually('all four are part of a group, and nobody is told of them one by one', async () => {
    const incidents = await api.incidents();
    const rows = await Promise.all(incidents.map(({ incidentId }) => api.notifications(incidentId)));
    return rows.length === 4 && rows.every(([row]) => row?.state === 'suppressed');
  });
});
afterAll(async () => {
  await monitor.stop();
  await receiver.close();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(dir, args, { MONITOR_URL: `${monitor.url}/`, MONITOR_API_KEY: testKey });

test('groups lists outage groups, and shows one with its incidents', async () => {
  const [group] = JSON.parse((await run('groups', '--json')).stdout);
  const list = await run('groups', '--state', 'open');
  expect(list).toMatchObject({ code: 0, stderr: '' });
  expect(list.stdout).toMatch(new RegExp(`^${group.outageGroupId} +Everything +12 of 12 +4 `, 'm'));
  const shown = await run('groups', group.outageGroupId);
  expect(shown.stdout).toMatch(/^Cause +Everything$/m);
  expect(shown.stdout).toMatch(/^Silent +12 of 12$/m);
  for (const { incidentId, serviceName } of group.incidents)
    expect(shown.stdout).toMatch(
      new RegExp(`^${incidentId} +${serviceName} +production +Down +- +with the group$`, 'm'),
    );
  expect((await run('groups', '--state', 'ended')).stdout).not.toContain(group.outageGroupId);
});

test('why tells of an incident that it is part of a group, and that its message was not sent', async () => {
  const { stdout } = await run('why', '--service', 's1');
  expect(stdout).toMatch(/the incident was opened, part of Everything \(outage group [0-9a-f-]{36}\)/);
  expect(stdout).toContain('"down" was not sent to hook (webhook): part of the outage of everything');
  await eventually('the group was told', async () => receiver.requests.length > 0);
  const again = await eventually('its message is settled', async () => {
    const said = (await run('why', '--service', 's1')).stdout;
    return said.includes('the group was told to hook at ') && said;
  });
  expect(again).toMatch(
    /"down" was not sent to hook \(webhook\): part of the outage of everything; the group was told to hook at 2\S+Z/,
  );
  const [incident] = await api.incidents();
  const shown = await run('incidents', 'show', incident?.incidentId ?? '');
  expect(shown.stdout).toMatch(/^Part of +Everything, outage group /m);
});

test('a group is found by the first characters of its id, and acknowledged as a whole', async () => {
  const [{ outageGroupId }] = JSON.parse((await run('groups', '--json')).stdout);
  const short = outageGroupId.slice(0, 8);
  expect((await run('groups', short)).stdout).toContain(outageGroupId);
  expect((await run('groups', 'ffffffff')).stderr).toContain('There is no outage group "ffffffff"');
  const resolved = await run('incidents', 'resolve', short);
  expect(resolved).toMatchObject({ code: 1, stderr: expect.stringContaining('is an outage group') });
  const marked = await run('incidents', 'acknowledge', short, '--by', 'Ada', '--note', 'the switch');
  expect(marked).toEqual({
    ...{ code: 0, stdout: '' },
    stderr: '4 incidents of Everything are acknowledged: s0, s1, s2, s3.\n',
  });
  const incidents = JSON.parse((await run('incidents', 'list', '--json')).stdout);
  expect(incidents.map((one: { acknowledged: { by: string } }) => one.acknowledged.by)).toEqual(
    Array.from({ length: 4 }, () => 'Ada'),
  );
  const shown = (await run('groups', short)).stdout;
  expect(shown).toMatch(/^Acknowledged +4 of 4 incidents$/m);
  expect(shown).toMatch(/ s0 +production +Down +Ada +with the group$/m);
  const unknown = await run('incidents', 'acknowledge', 'ffffffff');
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no incident') });
});

test('several incidents are acted on by one call, which fails if one of them does', async () => {
  const incidents = await api.incidents();
  const [first, second] = incidents.map(({ incidentId }) => incidentId);
  const both = await run('incidents', 'note', first ?? '', second ?? '', '--note', 'seen', '--json');
  expect(both.code).toBe(0);
  expect(JSON.parse(both.stdout)).toMatchObject([{ incidentId: first }, { incidentId: second }]);
  const some = await run('incidents', 'resolve', first ?? '', 'ffffffff', second ?? '', '--by', 'Ada');
  expect(some.code).toBe(1);
  expect(some.stderr.match(/is resolved\./g)).toHaveLength(2);
  expect(some.stderr).toContain('ffffffff: There is no incident "ffffffff"');
  const [{ outageGroupId }] = JSON.parse((await run('groups', '--json')).stdout);
  const closed = await eventually('the group knows it', async () => {
    const { stdout } = await run('groups', outageGroupId);
    return (stdout.match(/ resolved by hand /g) ?? []).length === 2 && stdout;
  });
  expect(closed).not.toContain('heard again');
});
