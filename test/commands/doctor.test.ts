import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { runCommand } from './run-command.ts';

interface Finding {
  what: string;
  level: string;
  found: string;
  advice: string | null;
}

let dir: string;
let redis: RedisProcess;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  // As a Redis comes from a package: nothing is as the monitor wants it.
  redis = await startRedisProcess({ hz: '10', 'maxmemory-policy': 'allkeys-lru', maxmemory: '100mb' });
});
beforeEach(() => redis.client.flushall());
afterAll(async () => {
  await redis.kill();
  rmSync(dir, { recursive: true, force: true });
});

async function examine(
  env: Record<string, string> = {},
): Promise<{ code: number | null; of: Map<string, Finding> }> {
  const url = `redis://127.0.0.1:${redis.port}`;
  const ran = await runCommand(dir, ['doctor', '--json'], { REDIS_URL: url, ...env });
  const { findings } = JSON.parse(ran.stdout) as { findings: Finding[] };
  return { code: ran.code, of: new Map(findings.map((one) => [one.what, one])) };
}

describe('doctor', () => {
  test('goes on when monitor.yaml is wrong, says what is wrong with it, and warns of links that lead nowhere', async () => {
    const file = join(dir, 'monitor.yaml');
    writeFileSync(file, 'channels: [{ id: ops, type: nothing }]\npolicies: 7\n');
    const { code, of } = await examine({ MONITOR_CONFIG: file });
    expect(code).toBe(1);
    expect(of.get('monitor.yaml')).toMatchObject({
      level: 'act',
      advice: expect.stringContaining('config check'),
    });
    expect(of.get('Redis setting maxmemory-policy')).toMatchObject({ level: 'act' });
    expect([...of.keys()].filter((what) => what.startsWith('Channel'))).toEqual([]);

    writeFileSync(
      file,
      'channels: [{ id: ops, type: slack, url: "https://hooks.slack.invalid/services/T/B/x" }]\n',
    );
    const links = (await examine({ MONITOR_CONFIG: file })).of.get('Links in messages');
    expect(links).toMatchObject({
      level: 'look',
      found: 'lead to http://127.0.0.1:8080, which is only this machine, but ops leads outside',
      advice: expect.stringContaining('MONITOR_PUBLIC_URL'),
    });
    const publicUrl = 'https://monitor.example.com';
    const outside = await examine({ MONITOR_CONFIG: file, MONITOR_PUBLIC_URL: publicUrl });
    expect(outside.of.get('Links in messages')).toMatchObject({ level: 'ok' });
  });

  test('says that nobody can sign in, because the provider does not answer', async () => {
    const groups = { MONITOR_OIDC_GROUPS: '*=read', MONITOR_PUBLIC_URL: 'https://monitor.example.com' };
    const { code, of } = await examine({
      ...{
        MONITOR_OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
        MONITOR_OIDC_CLIENT_ID: 'monitor',
        ...groups,
      },
    });
    expect(code).toBe(1);
    expect(of.get('Sign-in')).toMatchObject({ level: 'act', found: expect.stringContaining('ECONNREFUSED') });
  });

  test('says which settings of Redis are wrong and what to write instead', async () => {
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of.get('Redis setting maxmemory-policy')).toMatchObject({
      ...{ level: 'act', found: 'allkeys-lru' },
      advice: expect.stringContaining('"maxmemory-policy noeviction"'),
    });
    expect(of.get('Redis setting appendonly')).toMatchObject({
      level: 'act',
      found: expect.stringMatching(/^no; the last snapshot is /),
    });
    expect(of.get('Redis setting hz')).toMatchObject({ level: 'look', found: '10' });
    expect(of.get('Redis memory')).toMatchObject({
      level: 'ok',
      found: expect.stringContaining('of maxmemory'),
    });
    expect(of.get('Data')).toMatchObject({ level: 'look' });
    // It has looked, and left nothing.
    expect(await redis.client.dbsize()).toBe(0);
  });

  test('sees a monitor that is blind and late, was blind before, holds other partitions or a newer schema', async () => {
    const { client } = redis;
    const now = Date.now();
    await client.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 99);
    await client.hset('{m0}:clock', 'tick', now - 65_000, 'offset', 0);
    await client.zadd('{m0}:timer', now - 30_000, 'one', now + 60_000, 'two');
    await client.zadd('{m0}:blind', now - 1_000, `${now - 601_000}:${now - 1_000}`);
    const impairment = {
      ...{ impairmentId: 'i', sinceMs: now, quietSinceMs: null, toldChannelIds: [] },
      reasons: [{ cause: 'sweeper-repairing', detail: 'the sweep found overdue work' }],
      active: ['sweeper-repairing'],
    };
    await client.hset('{m0}:watch', 'revision', 1, 'impairment', JSON.stringify(impairment));
    const { code, of } = await examine({ MONITOR_PARTITIONS: '2' });
    expect(code).toBe(1);
    expect(of.get('Ingest')).toMatchObject({
      level: 'act',
      found: expect.stringMatching(/^last tick 1 min/),
    });
    expect(of.get('Checks')).toMatchObject({
      level: 'act',
      found: expect.stringMatching(/^1 due, the oldest for [3-9]\d s/),
    });
    expect(of.get('Blind time, last day')).toMatchObject({
      level: 'look',
      found: expect.stringContaining('10 min'),
    });
    expect(of.get('Impairment')).toMatchObject({
      level: 'act',
      found: `since ${new Date(now).toISOString()}: sweeper-repairing: the sweep found overdue work`,
    });
    expect(of.get('Partitions')).toMatchObject({ level: 'act', advice: 'Set MONITOR_PARTITIONS to 1.' });
    expect(of.get('Schema version')).toMatchObject({ level: 'act', found: expect.stringContaining('99') });
    expect(of.get('API keys')).toMatchObject({ level: 'act' });
  });

  test('names what was quarantined, with its error, and says how it is tried again', async () => {
    await redis.client.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 1);
    const before = await examine();
    expect(before.of.get('Quarantined')).toMatchObject({ level: 'ok', found: 'nothing' });
    // What is for new data only is not due.
    expect(before.of.get('Schema version')).toMatchObject({ level: 'ok', found: '1' });
    const aside = {
      what: 'event',
      id: '17-0',
      group: 'roll-up-service',
      error: 'TypeError: a bug',
      atMs: 1e12,
    };
    await redis.client.hset('{m0}:set-aside', 'event roll-up-service 17-0', JSON.stringify(aside));
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of.get('Quarantined')).toMatchObject({
      level: 'act',
      found: 'event 17-0 for roll-up-service at 2001-09-09T01:46:40.000Z: TypeError: a bug',
      advice: expect.stringContaining('restart a worker'),
    });
  });

  test('says how much is kept, what should have gone, and whether it can be archived', async () => {
    const { client } = redis;
    await client.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 1);
    const dayMs = 24 * 60 * 60 * 1000;
    const resolved = (agoMs: number) =>
      JSON.stringify({ state: 'resolved', startedAtMs: 0, resolvedAtMs: Date.now() - agoMs });
    await client.set('{m0}:incident:000', resolved(400.5 * dayMs));
    await client.zadd('{m0}:incidents', 1, '000');
    const before = await examine({ MONITOR_ARCHIVE_DIR: dir });
    expect(before.of.get('Archive directory')).toMatchObject({ level: 'ok', found: dir });
    expect(before.of.get('Kept records')).toMatchObject({
      level: 'ok',
      found:
        '1 incident, 0 notifications, 0 audit log entries, 0 blind gaps, 0 past maintenance windows, 0 outage groups',
    });

    await client.set('{m0}:incident:000', resolved(401.5 * dayMs));
    const { code, of } = await examine({ MONITOR_ARCHIVE_DIR: join(dir, 'none') });
    expect(code).toBe(1);
    expect(of.get('Kept records')).toMatchObject({
      level: 'act',
      advice: expect.stringContaining('old incidents should have been removed a day ago'),
    });
    expect(of.get('Archive directory')).toMatchObject({
      level: 'look',
      found: expect.stringContaining('it does not exist'),
    });
  });

  test('reaches for the channels without sending anything, and tells no secret of theirs', async () => {
    const server = createServer();
    let heard = 0;
    server.on('connection', (socket) => {
      socket.on('data', () => heard++);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    const closed = await freePort();
    writeFileSync(
      join(dir, 'monitor.yaml'),
      `channels:
        - { id: here, type: slack, url: "http://127.0.0.1:${port}/secret-path" }
        - { id: aloud, type: email, url: "smtp://me:secret-word@127.0.0.1:${port}", tls: optional, from: "a@b.example", to: [c@d.example] }
        - { id: away, type: email, url: "smtp://me:secret-word@127.0.0.1:${closed}", from: "a@b.example", to: [c@d.example] }`,
    );
    try {
      const { of } = await examine();
      expect(of.get('Channel here')).toMatchObject({
        level: 'ok',
        found: `slack at 127.0.0.1:${port} answers`,
      });
      expect(of.get('Channel aloud')).toMatchObject({
        level: 'look',
        found: `email at 127.0.0.1:${port} answers; its password may be sent without TLS`,
      });
      expect(of.get('Channel away')).toMatchObject({
        level: 'act',
        found: `email at 127.0.0.1:${closed}: ECONNREFUSED`,
      });
      expect(heard).toBe(0);
      expect(JSON.stringify([...of.values()])).not.toContain('secret');
    } finally {
      rmSync(join(dir, 'monitor.yaml'));
      await new Promise((done) => server.close(done));
    }
  });

  test('says so when Redis is away, and exits with 1', async () => {
    const port = await freePort();
    const ran = await runCommand(dir, ['doctor'], { REDIS_URL: `redis://:secret@127.0.0.1:${port}` });
    const stderr = `Redis cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. Is it the one of REDIS_URL, and does it run?\n`;
    expect(ran).toEqual({ code: 1, stdout: '', stderr });
  });

  test('says so when Redis takes the connection and does not answer', async () => {
    const frozen = createServer().listen(0, '127.0.0.1');
    await once(frozen, 'listening');
    const { port } = frozen.address() as AddressInfo;
    const ran = await runCommand(dir, ['doctor'], { REDIS_URL: `redis://127.0.0.1:${port}` });
    frozen.close();
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^Redis does not answer within 10 s\. Look whether/);
  });
});
