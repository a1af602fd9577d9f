import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../../src/commands/doctor/finding.ts';
import { runCommand } from '../commands/run-command.ts';
import { hasTerminal, openTerminal } from '../support/open-terminal.ts';
import { program } from '../support/program.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

/** What a machine does whose clock is wrong, as far as a program can see. */
const fiveSecondsAhead = `data:text/javascript,${encodeURIComponent('const now = Date.now; Date.now = () => now() + 5000')}`;

let dir: string;
let redis: RedisProcess;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
const nodes: RunningMonitor[] = [];
let env: Record<string, string>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  redis = await startRedisProcess({ appendonly: 'yes', save: '""', 'hash-max-listpack-value': '256' });
  receiver = await startHttpReceiver();
  // Nobody is told of the limit that comes near: that would prove the channel.
  const file = `
    operator: { channels: [] }
    channels: [{ id: hook, type: webhook, url: "${receiver.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`;
  writeFileSync(join(dir, 'monitor.yaml'), file);
  const redisUrl = `redis://127.0.0.1:${redis.port}`;
  env = { REDIS_URL: redisUrl, MONITOR_KEY_INSTANCES: '5' };
  const settings = { MONITOR_KEY_INSTANCES: '5' };
  nodes.push(await startMonitor({ redisUrl, file, env: settings }));
  const wrongClock = { ...settings, MONITOR_ROLES: 'worker', NODE_OPTIONS: `--import=${fiveSecondsAhead}` };
  nodes.push(await startMonitor({ redisUrl, file, env: wrongClock }));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await receiver.close();
  await redis.kill();
  rmSync(dir, { recursive: true, force: true });
});

async function doctor(): Promise<{ code: number | null; findings: Finding[] }> {
  const ran = await runCommand(dir, ['doctor', '--json'], env);
  return { code: ran.code, findings: JSON.parse(ran.stdout).findings };
}

test('a whole look at two nodes: what is worth a look is named, and nothing must be done', async () => {
  for (const instanceId of ['a', 'b', 'c', 'd']) {
    const registered = await fetch(`${nodes[0]?.url}/api/services/register`, {
      method: 'POST',
      headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
      body: JSON.stringify({ serviceName: 'shop', environment: 'test', instanceId }),
    });
    expect(registered.status).toBe(200);
  }
  const { code, findings } = await doctor();
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([
    expect.objectContaining({ what: 'Redis memory', level: 'look' }),
    expect.objectContaining({
      ...{ what: 'Limit of key testtest', level: 'look' },
      found: expect.stringContaining('has 4 living instances, 80 % of its 5'),
    }),
    {
      ...{ what: expect.stringMatching(/^Clock of node \S+ \(pid \d+\)$/), level: 'look' },
      found: expect.stringMatching(/^[45]\.\d s ahead of that of Redis$/),
      advice: expect.stringContaining('Run NTP'),
    },
    {
      ...{ what: 'Channel hook', level: 'look' },
      found: expect.stringContaining(' answers; no message and no test was ever sent through it'),
      advice: expect.stringContaining('channels test hook'),
    },
  ]);
  expect(findings.find(({ what }) => what.startsWith('Clock of'))?.what).toContain(`(pid ${nodes[1]?.pid})`);
  expect(code).toBe(0);
});

test('a channel is proved by the command that the doctor names', async () => {
  const asking = { ...env, MONITOR_URL: nodes[0]?.url ?? '', MONITOR_API_KEY: testKey };
  expect(await runCommand(dir, ['channels', 'test', 'hook'], asking)).toMatchObject({ code: 0 });
  expect(receiver.requests).toHaveLength(1);
  const { findings } = await doctor();
  expect(findings.find(({ what }) => what === 'Channel hook')).toEqual({
    ...{ what: 'Channel hook', level: 'ok', advice: null },
    found: expect.stringMatching(/ answers; the last message or test was sent \d.* ago$/),
  });
});

test.skipIf(!hasTerminal)('on a terminal that is 80 wide no line is longer', async () => {
  const script = 'stty cols 80; exec "$0" "$@"';
  const command = ['sh', '-c', script, process.execPath, program, 'doctor'];
  const terminal = openTerminal(command, dir, { PATH: process.env['PATH'] ?? '', ...env });
  expect(await terminal.ended).toBe(0);
  const lines = terminal.printed().replaceAll('\r', '').split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines).toContainEqual(expect.stringMatching(/^look {2}Limit of key testtest: key /));
  expect(lines.at(-2)).toMatch(/^0 to do, \d+ to look at, \d+ in order\.$/);
});
