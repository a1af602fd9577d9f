import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

let dir: string;
let monitor: RunningMonitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;

/** Three services that are never heard of, and a receiver that refuses all it is sent for good. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'replay-'));
  receiver = await startHttpReceiver();
  monitor = await startMonitor({
    env: {
      ...{ MONITOR_HEARTBEAT_INTERVAL: '100ms', MONITOR_DOWN_AFTER: '1s' },
      ...{ MONITOR_OUTAGE_GROUPS: 'off', MONITOR_DATA_DIR: join(dir, 'data') },
    },
    file: `channels:
      - { id: good, type: webhook, url: "${receiver.url}", secret: "${secret}" }
      - { id: gone, type: webhook, url: "${receiver.url}/gone", secret: "${secret}" }`,
  });
  for (const serviceName of ['orders', 'mail', 'cart'])
    await apiClient(monitor.url).call('POST', '/api/services/register', {
      ...{ serviceName, environment: 'production', instanceId: 'one' },
    });
});
afterAll(async () => {
  await monitor.stop();
  await receiver.close();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(dir, args, { MONITOR_URL: monitor.url, MONITOR_API_KEY: testKey });
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

test('dead messages of a channel are replayed together, and only when that is said', async () => {
  const dead = () => json('notifications', 'list', '--channel', 'gone', '--state', 'dead', '--since', '1h');
  const rows = await eventually('all are dead', dead, (found) => found.length >= 3);
  const ids = rows.map(({ notificationId }: { notificationId: string }) => notificationId);
  expect(await json('notifications', 'list', '--channel', 'good', '--state', 'dead')).toEqual([]);
  const asked = await run('notifications', 'replay', '--channel', 'gone', '--since', '1h');
  expect(asked.code).toBe(1);
  for (const id of ids) expect(asked.stdout).toContain(id);
  expect(asked.stderr).toContain(`add --yes to send these ${ids.length} messages again`);
  const short = await run('notifications', 'replay', ids[0].slice(0, 13));
  expect(short).toMatchObject({ code: 0, stderr: expect.stringContaining('for channel gone') });
  await eventually('it is dead again', dead, (found) => found.length === rows.length);
  const replayed = await run('notifications', 'replay', '--channel', 'gone', '--yes');
  expect(replayed).toMatchObject({ code: 0, stdout: '' });
  expect(replayed.stderr.match(/for channel gone/g)).toHaveLength(rows.length);
  const none = await run('notifications', 'replay', '--channel', 'good', '--yes');
  expect(none).toMatchObject({ code: 0, stderr: 'There is no such dead message.\n' });
  expect((await run('notifications', 'replay')).stderr).toContain('Give the ids of messages');
});
