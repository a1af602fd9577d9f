import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let monitor: RunningMonitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let incidentId: string;

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'commands-'));
  receiver = await startHttpReceiver();
  monitor = await startMonitor({
    env: {
      MONITOR_HEARTBEAT_INTERVAL: '100ms',
      MONITOR_HEARTBEAT_GRACE: '100ms',
      MONITOR_DOWN_AFTER: '400ms',
      MONITOR_DATA_DIR: join(dir, 'data'),
    },
    file: `channels:
      - { id: good, type: webhook, url: "${receiver.url}", secret: "${secret}" }
      - { id: gone, type: webhook, url: "${receiver.url}/gone", secret: "${secret}" }`,
  });
  const api = apiClient(monitor.url);
  for (const environment of ['production', 'staging']) {
    await api.call('POST', '/api/services/register', {
      serviceName: 'orders',
      environment,
      instanceId: 'o-1',
    });
  }
  await api.call('POST', '/api/services/register', {
    ...{ serviceName: 'mail', environment: 'production', instanceId: 'm-1' },
    heartbeatIntervalSeconds: 600,
  });
  incidentId = await eventually('an incident', async () => {
    const incidents = (await api.incidents()) as unknown as { incidentId: string; environment: string }[];
    // Both, so that no command sees one of them half way.
    return incidents.length === 2 && incidents.find((one) => one.environment === 'production')?.incidentId;
  });
});
afterAll(async () => {
  await monitor.stop();
  await receiver.close();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(dir, args, { MONITOR_URL: `${monitor.url}/`, MONITOR_API_KEY: testKey });
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

describe('the commands that ask a monitor', () => {
  test('status says what is wrong, in text, in JSON and in its exit code', async () => {
    const said = await run('status');
    expect(said).toMatchObject({ code: 3, stderr: '' });
    expect(said.stdout).toContain(`${monitor.url} runs 0.1.0 and is ready.`);
    expect(said.stdout).toMatch(/Services: 2 Down, 1 Pending\./);
    expect(said.stdout).toMatch(new RegExp(`^${incidentId} +orders \\(production\\) +open`, 'm'));
    expect(await json('status')).toMatchObject({
      ...{ url: monitor.url, ready: true, services: { Down: 2, Pending: 1 } },
      incidents: [{ serviceName: 'orders' }, { serviceName: 'orders' }],
    });
  });

  test('services are listed, found by name or id, and archived', async () => {
    const list = await run('services', 'list', '--environment', 'prod*');
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(list.stdout.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual([
      'SERVICE',
      'mail',
      'orders',
      undefined,
    ]);
    expect(await json('services', 'list', '--limit', '1')).toHaveLength(1);
    const shown = await run('services', 'show', 'mail');
    expect(shown.stdout).toMatch(/^Status +Pending since 20/m);
    expect(shown.stdout).toMatch(/ {2}m-1 {2}Pending /);
    const twice = await run('services', 'show', 'orders');
    expect(twice).toMatchObject({ code: 1, stdout: '' });
    expect(twice.stderr).toMatch(
      /Several services have the name "orders"; give the id of one:\n {2}\S{36} {2}production/,
    );
    expect((await run('services', 'show', 'nobody')).stderr).toContain('run: services list');

    const [staging] = await json('services', 'list', '--environment', 'staging');
    expect(await json('services', 'show', staging.serviceId.slice(0, 8))).toMatchObject({
      environment: 'staging',
    });
    expect(await run('services', 'archive', staging.serviceId)).toEqual({
      ...{ code: 0, stdout: '', stderr: 'orders is archived.\n' },
    });
    expect(await json('services', 'list', '--environment', 'staging')).toEqual([]);
  });

  test('what a service says of itself stands beside its status', async () => {
    const api = apiClient(monitor.url);
    const [{ serviceId }] = await json('services', 'list', '--name', 'mail');
    const [{ instanceId }] = (await json('services', 'show', serviceId)).instances;
    const metadata = { health_reasons: 'queue is long' };
    await api.call('POST', '/api/services/heartbeat', { instanceId, health: 'degraded', metadata });
    await eventually(
      'it is stored',
      async () => (await json('services', 'show', 'mail')).health === 'degraded',
    );
    expect((await run('status')).stdout).toContain('Reported as not healthy: mail (production) degraded.');
    expect((await json('status')).unwell).toMatchObject([{ serviceName: 'mail', health: 'degraded' }]);
    expect((await run('services', 'list')).stdout).toMatch(/ mail +production +Healthy +degraded /);
    const shown = (await run('services', 'show', 'mail')).stdout;
    expect(shown).toMatch(/^Reported health +degraded$/m);
    expect(shown).toMatch(/ m-1 +Healthy +degraded .* queue is long$/m);
  });

  test('incidents are listed, shown and acted on; who did it is said', async () => {
    expect((await run('incidents', 'list', '--state', 'Open')).stdout).toContain(incidentId);
    const started = incidentId.slice(0, 13);
    const marked = await run(...['incidents', 'acknowledge', started], ...['--by', 'Ada', '--note', 'on it']);
    expect(marked).toEqual({ code: 0, stdout: '', stderr: 'The incident of orders is acknowledged.\n' });
    expect((await run('incidents', 'note', incidentId)).code).toBe(1);
    const { serviceId } = await json('incidents', 'show', incidentId);
    const filtered = [
      await json('incidents', 'list', '--service', serviceId.slice(0, 8)),
      await json('notifications', 'list', '--incident', incidentId.slice(0, 8)),
    ];
    for (const items of filtered)
      expect(new Set(items.map((item: { incidentId: string }) => item.incidentId))).toEqual(
        new Set([incidentId]),
      );
    const noted = await json(
      'incidents',
      'note',
      incidentId.slice(0, 13),
      '--note',
      'the disk\n  2026-01-31T12:00:00.000Z  Bob resolved',
    );
    expect(noted.timeline.at(-1)).toMatchObject({ action: 'noted', by: expect.stringMatching(/./) });
    expect((await run('incidents', 'resolve', incidentId, '--by', 'Ada')).code).toBe(0);
    const shown = await run('incidents', 'show', incidentId.slice(0, 13));
    expect(shown.stdout).toMatch(/^State +resolved$/m);
    expect(shown.stdout).toMatch(/Z {2}Ada acknowledged: on it$/m);
    // A line of a note looks like no step.
    expect(shown.stdout).toMatch(/ noted: the disk\n {28} {2}2026-01-31T/);
    expect(shown.stdout).toMatch(/ {2}down +good +sent$/m);
    const again = await run('incidents', 'resolve', incidentId, '--by', 'Ada');
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already resolved') });
  });

  test('why tells the story of an incident, found by its id, its beginning or its service', async () => {
    const told = await run('why', incidentId);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    const lines = told.stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(new RegExp(`^orders \\(production\\), incident ${incidentId}, \\w+$`));
    expect(lines.slice(2).map((line) => line.slice(26))).toEqual(
      expect.arrayContaining([
        'orders was heard for the last time',
        'orders was Down',
        'the incident was opened',
        '"down" was sent to good (webhook), no routes: all channels, answer: 204 No Content',
        '"down" to gone (webhook) was given up, receiver answered 410: it was removed permanently, answer: 410 Gone',
      ]),
    );
    expect((await run('why', incidentId.slice(0, 13))).stdout).toContain(`incident ${incidentId}, `);
    const byName = await json('why', '--service', 'orders', '--environment', 'production');
    expect(byName).toMatchObject({ incidentId, serviceName: 'orders', environment: 'production' });
    expect((await run('why', '--service', 'mail')).stderr).toBe('mail had no incident so far.\n');
    expect((await run('why', 'nonsense')).stderr).toContain('is no id of an incident');
    expect(await run('why')).toMatchObject({ code: 1, stderr: expect.stringContaining('see: why --help') });
  });

  test('channels are listed and tested, with the outcome as exit code', async () => {
    const [head, good, gone] = (await run('channels', 'list')).stdout.split('\n');
    expect(head).toMatch(/^ID +TYPE +FROM +STATE +WAITING +LAST SENT +DELAY +LAST PROOF BY A PERSON$/);
    expect(good).toMatch(/^good +webhook +file +works +- +[\d.]+ m?s ago +\d+ ms +never$/);
    expect(gone).toMatch(/^gone +webhook +file +(last attempt failed|circuit open for .*): 410 Gone /);
    expect((await run('channels', 'test', 'good')).stderr).toMatch(/^good: sent in \d+ ms\.\n$/);
    const failed = await run('channels', 'test', 'gone', '--json');
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ result: 'failed', permanent: true });
  });

  test('a dead message is found and tried again', async () => {
    const rows = await json('notifications', 'list', '--incident', incidentId);
    const dead = rows.find((row: { state: string }) => row.state === 'dead');
    expect(await run('notifications', 'replay', dead.notificationId)).toMatchObject({ code: 0, stdout: '' });
    const sent = rows.find((row: { state: string }) => row.state === 'sent');
    expect(await run('notifications', 'replay', sent.notificationId)).toMatchObject({ code: 1 });
  });

  test('a monitor that is away, no monitor, a missing key and a wrong one are each said in a line', async () => {
    const ask = (env: Record<string, string>, ...flags: string[]) =>
      runCommand(dir, ['services', 'list', ...flags], env);
    const keyFile = join(dir, 'key');
    writeFileSync(keyFile, `${testKey}\n`);
    const [away, other, none, wrong, filed, unreadable, both, lost] = await Promise.all([
      ask({}, '--url', 'http://127.0.0.1:1', '--key', testKey),
      ask({ MONITOR_URL: receiver.url, MONITOR_API_KEY: testKey }, '--json'),
      ask({ MONITOR_URL: monitor.url }),
      ask({ MONITOR_URL: monitor.url }, '--key', 'x'),
      ask({ MONITOR_URL: monitor.url }, '--key-file', keyFile),
      ask({ MONITOR_URL: monitor.url }, '--key-file', join(dir, 'nowhere')),
      ask({ MONITOR_URL: monitor.url }, '--key-file', keyFile, '--key', 'x'),
      ask({ MONITOR_URL: monitor.url, MONITOR_API_KEY_FILE: '/nowhere' }),
    ]);
    expect(lost?.stderr).toBe('MONITOR_API_KEY_FILE names /nowhere, which cannot be read\n');
    expect(filed).toMatchObject({ code: 0, stderr: '' });
    expect(unreadable?.stderr).toContain('The file cannot be read: it does not exist.');
    expect(both?.stderr).toContain("option '--key-file <path>' cannot be used with option '--key <key>'");
    expect(away?.stderr).toMatch(
      /^No monitor answers at http:\/\/127.0.0.1:1 \(.*\)\. Set its address with --url/,
    );
    expect(other?.stderr).not.toBe('');
    expect(none?.stderr).toBe(
      'Give an API key with --key-file, --key, MONITOR_API_KEY or MONITOR_API_KEY_FILE. The first key of a monitor that "npm start" started is in data/first-key.\n',
    );
    expect(wrong?.stderr).toContain('Send a valid API key');
    for (const ran of [away, other, none, wrong]) expect(ran).toMatchObject({ code: 1, stdout: '' });
  });

  test('doctor finds nothing to do beside this monitor but what its channels need', async () => {
    const ran = await runCommand(dir, ['doctor', '--json'], { MONITOR_DATA_DIR: join(dir, 'data') });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { findings, act } = JSON.parse(ran.stdout) as {
      act: number;
      findings: { what: string; level: string; found: string }[];
    };
    expect(act).toBe(0);
    expect(findings.filter((one) => one.level === 'look').map((one) => one.what)).toEqual(['Channels']);
    expect(findings.map((one) => one.what)).toEqual(
      expect.arrayContaining([
        'Redis setting hz',
        'Redis clock',
        'Queue check',
        'Queue deliver',
        'Ingest',
        'Schema version',
      ]),
    );
  });
});
