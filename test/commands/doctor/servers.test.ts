import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/commands/doctor/finding.ts';
import { judgeServers } from '../../../src/commands/doctor/judge-servers.ts';
import { connect, type RedisClient, whenReady } from '../../../src/store/client/connect.ts';
import { examineServers } from '../../../src/store/monitor/examine-servers.ts';
import { eventually } from '../../support/eventually.ts';
import { type RedisProcess, startRedisProcess } from '../../support/redis-process.ts';
import { startClusterTopology, startSentinelTopology } from '../../support/topologies.ts';

const right = {
  ...{ appendonly: 'yes', save: '""', maxmemory: '200mb', 'maxmemory-policy': 'noeviction' },
  'hash-max-listpack-value': '256',
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function startRedis(settings: Record<string, string>): Promise<RedisProcess> {
  const redis = await startRedisProcess(settings);
  open.push({ close: () => redis.kill() });
  return redis;
}

async function judge(url: string): Promise<Finding[]> {
  const client: RedisClient = connect(url, 'blocking', () => undefined);
  open.push({ close: () => client.disconnect() });
  await whenReady(client);
  return judgeServers(await examineServers(client), { isPrivate: false });
}

const urlOf = ({ port }: RedisProcess, login = '') => `redis://${login}127.0.0.1:${port}`;
const wrong = (findings: Finding[]) => findings.filter(({ level }) => level !== 'ok');
const named = (findings: Finding[], what: string) => findings.find((finding) => finding.what === what);

describe('a Redis', () => {
  test('that is as the monitor wants it is in order', async () => {
    const redis = await startRedis(right);
    const findings = await judge(urlOf(redis));
    expect(wrong(findings)).toEqual([]);
    expect(named(findings, `Redis 127.0.0.1:${redis.port}`)?.found).toMatch(/^version \d+\./);
    expect(named(findings, 'Redis access')?.found).toBe(
      '127.0.0.1 is not a public address; no password, no TLS',
    );
  });

  test('without maxmemory is worth a look: the system would kill it when memory is short', async () => {
    const findings = await judge(urlOf(await startRedis({ ...right, maxmemory: '0' })));
    expect(wrong(findings)).toEqual([
      {
        ...{ what: 'Redis memory', level: 'look' },
        found: expect.stringMatching(/ % of the machine; maxmemory is not set$/),
        advice: expect.stringContaining('Set "maxmemory" in its redis.conf'),
      },
    ]);
  });

  test('that evicts must be changed', async () => {
    const findings = await judge(urlOf(await startRedis({ ...right, 'maxmemory-policy': 'volatile-lru' })));
    expect(wrong(findings)).toMatchObject([{ what: 'Redis setting maxmemory-policy', level: 'act' }]);
  });

  test('with snapshots alone loses what came after the last one, and is told how much that is', async () => {
    const redis = await startRedis({ ...right, appendonly: 'no', save: '3600 1' });
    await redis.client.mset('a', 1, 'b', 2);
    const findings = await judge(urlOf(redis));
    expect(wrong(findings)).toEqual([
      {
        ...{ what: 'Redis setting appendonly', level: 'act' },
        found: expect.stringMatching(/^no; the last snapshot is [\d.]+ m?s old, with 2 writes since$/),
        advice: expect.stringContaining('loses all since the last snapshot'),
      },
    ]);
  });

  test('that writes nothing to disk loses everything', async () => {
    const findings = await judge(urlOf(await startRedis({ ...right, appendonly: 'no' })));
    expect(wrong(findings)).toMatchObject([
      {
        ...{ what: 'Redis setting appendonly', found: 'no; there are no snapshots' },
        advice: expect.stringContaining('loses everything'),
      },
    ]);
  });

  test('whose last snapshot failed needs action', async () => {
    const redis = await startRedis({ ...right, appendonly: 'no', save: '3600 1' });
    rmSync(redis.dir, { recursive: true });
    await redis.client.bgsave();
    await eventually('the snapshot has failed', async () =>
      (await redis.client.info('persistence')).includes('rdb_last_bgsave_status:err'),
    );
    expect(named(await judge(urlOf(redis)), 'Redis on disk')).toMatchObject({
      ...{ level: 'act', found: 'the last snapshot failed' },
    });
  });

  test('that refuses CONFIG is looked at by INFO, and what is left is named and is no failure', async () => {
    const redis = await startRedis(right);
    await redis.client.acl('SETUSER', 'hosted', 'on', '>secret', '~*', '&*', '+@all', '-config');
    const findings = await judge(urlOf(redis, 'hosted:secret@'));
    const refused = 'unknown: CONFIG GET is refused';
    expect(wrong(findings)).toMatchObject([
      { what: 'Redis setting appendfsync', level: 'look', found: refused },
      { what: 'Redis setting hash-max-listpack-value', level: 'look', found: refused },
    ]);
    expect(named(findings, 'Redis setting maxmemory-policy')?.found).toBe('noeviction');
    expect(named(findings, 'Redis setting appendonly')?.found).toBe('yes');
    expect(named(findings, 'Redis memory')?.found).toContain('of maxmemory');
  });

  test('that refuses INFO and CONFIG is named as not looked at, and is no failure', async () => {
    const redis = await startRedis(right);
    await redis.client.acl('SETUSER', 'poor', 'on', '>secret', '~*', '&*', '+@all', '-config', '-info');
    const findings = wrong(await judge(urlOf(redis, 'poor:secret@')));
    expect(findings[0]).toMatchObject({
      what: `Redis 127.0.0.1:${redis.port}`,
      found: 'version, memory and disk are unknown: INFO is refused',
    });
    expect(findings.map(({ what }) => what.replace('Redis setting ', '')).slice(1)).toEqual([
      ...['maxmemory-policy', 'appendfsync', 'hz', 'hash-max-listpack-value', 'appendonly'],
    ]);
    expect(findings.map(({ level }) => level)).toEqual(Array(6).fill('look'));
  });

  test('is seen to want a password also by who has one', async () => {
    const redis = await startRedis({ ...right, requirepass: 'secret' });
    const findings = await judge(urlOf(redis, ':secret@'));
    expect(named(findings, 'Redis access')?.found).toBe(
      '127.0.0.1 is not a public address; a password, no TLS',
    );
    expect(JSON.stringify(findings)).not.toContain('secret');
  });

  test('behind Sentinels is the primary that they name', async () => {
    const topology = await startSentinelTopology();
    open.push(topology);
    const findings = await judge(topology.url);
    expect(findings[0]?.what).toMatch(/^Redis 127\.0\.0\.1:\d{4,5}$/);
    expect(findings[0]?.what).not.toBe('Redis 127.0.0.1:6379');
    expect(wrong(findings).map(({ what }) => what)).toEqual([
      ...['Redis setting hash-max-listpack-value', 'Redis memory'],
    ]);
  });

  test('Cluster is looked at primary by primary: what is so on all is said once, else by name', async () => {
    const topology = await startClusterTopology();
    open.push(topology);
    const [, port] = /127\.0\.0\.1:(\d+)/.exec(topology.url) ?? [];
    const one = connect(`redis://127.0.0.1:${port}`, 'blocking', () => undefined);
    open.push({ close: () => one.disconnect() });
    if ('config' in one) await one.config('SET', 'hash-max-listpack-value', '256');
    const findings = await judge(topology.url);
    expect(findings.filter(({ what }) => what.startsWith('Redis 127'))).toHaveLength(3);
    expect(named(findings, 'Redis setting hz')).toMatchObject({ level: 'ok', found: '100, on all 3' });
    const differing = findings.filter(({ what }) => what.startsWith('Redis setting hash-max-listpack-value'));
    expect(differing.map(({ level }) => level).sort()).toEqual(['look', 'look', 'ok']);
    expect(differing.find(({ level }) => level === 'ok')?.what).toBe(
      `Redis setting hash-max-listpack-value of 127.0.0.1:${port}`,
    );
  });
});
