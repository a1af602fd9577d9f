import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ChannelAbout } from '../../src/channels/channel-about.ts';
import { channelTypes } from '../../src/channels/registry.ts';
import { filledIn } from '../channels/channels-page.ts';
import { openReceiver } from '../channels/support/open-receiver.ts';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';

const others = ['email', 'command'];
const overHttp = channelTypes.filter((type) => !others.includes(type));
const kinds = [...overHttp, 'command'];

/** A program that fails for a while at first, as EX_TEMPFAIL says, and then keeps what it is told. */
const program = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
[ -e tried ] || { touch tried; exit 75; }
printf '%s\\n' "$MONITOR_MESSAGE_KIND" >> told
`;

/** What the examples of the page have in place of a secret. */
const secrets = ['abcdef0123456789abcdef01234567', 'ABC-DEF1234ghIkl', 'c2VjcmV0'];

/** What all of them take for a success. */
const taken = { ok: true, success: true, status: 1, result: 'success' };

test('every kind of channel tells the beginning and the end of an outage on the real program, and keeps its secrets', async () => {
  const attempts = new Map<string, number>();
  // Refused for good: one. At their first request: no answer, a rate limit, a broken server, by turns.
  const receiver = await openReceiver((request, response) => {
    const [, type = ''] = (request.url ?? '').split(/[/?]/);
    const attempt = (attempts.get(type) ?? 0) + 1;
    attempts.set(type, attempt);
    const answer = (status: number, value: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' })
        .end(JSON.stringify(value));
    if (type === 'pushover') return void answer(400, { token: 'invalid', status: 0 });
    if (attempt > 1) return void answer(200, taken);
    const faults = [() => request.socket.destroy(), () => answer(429, {}), () => answer(503, {})];
    faults[overHttp.indexOf(type as (typeof overHttp)[number]) % faults.length]?.();
  });
  const { origin } = new URL(receiver.url);
  const channels = await Promise.all(
    overHttp.map(async (type) => {
      const about = (await import(`../../src/channels/${type}/about.ts`)) as { about: ChannelAbout };
      return { ...filledIn(about.about.example), id: type, url: `${origin}/${type}` };
    }),
  );
  const dir = mkdtempSync(join(tmpdir(), 'command-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'siren'), program, { mode: 0o755 });
  const all = [...channels, { id: 'command', type: 'command', program: join(dir, 'siren') }];
  // JSON is YAML.
  const cluster = await startCluster(['api,worker'], JSON.stringify({ channels: all }), {
    MONITOR_COMMAND_CHANNELS: 'on',
  });
  onTestFinished(() => cluster.close());
  const api = apiClient(cluster.urls[0] ?? '');
  const instance = await startInstance(
    cluster.urls,
    { serviceName: 'checkout', hostname: 'h1' },
    times.interval,
  );
  onTestFinished(() => instance.die());
  const rowsOf = async (kind: string) => {
    const [incident] = await api.incidents();
    if (incident === undefined) return [];
    const rows = await api.notifications(incident.incidentId);
    return rows.filter((row) => row.kind === kind && ['sent', 'dead'].includes(row.state));
  };

  await eventually('it is Healthy', async () => (await api.services())[0]?.status === 'Healthy');
  await instance.die();
  const told = (kind: string) =>
    eventually(`all are told: ${kind}`, async () => {
      const rows = await rowsOf(kind);
      return rows.length === kinds.length && rows;
    });
  const down = await told('down');
  await instance.revive();
  const resolved = await told('resolved');

  const isRefused = ({ state }: { state: string }) => state === 'dead';
  for (const rows of [down, resolved])
    expect(rows.filter(isRefused).map((row) => row.channelId)).toEqual(['pushover']);
  // The others had a fault at their first request.
  expect(down.filter((row) => row.attempts !== 2).map((row) => row.channelId)).toEqual(['pushover']);
  const toldTheCommand = readFileSync(join(dir, 'told'), 'utf8').trim().split('\n');
  expect(toldTheCommand.filter((kind) => kind === 'down' || kind === 'resolved')).toEqual([
    'down',
    'resolved',
  ]);
  const seen = JSON.stringify([down, resolved, cluster.nodes.map((node) => node.printed())]);
  expect(seen).toContain('the token of the application is not valid');
  for (const secret of secrets) expect(seen).not.toContain(secret);
});
