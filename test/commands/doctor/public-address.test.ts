import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/commands/doctor/finding.ts';
import { program as main } from '../../support/program.ts';

/** A network of its own, in which this machine has an address of the internet; nothing in it outlives the shell. */
const ownNetwork = ['unshare', '--user', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'];
const prepare = 'ip link set lo up && ip address add 8.8.8.8/32 dev lo';
const [program = '', ...flags] = ownNetwork;
const canOpenNetwork = spawnSync(program, [...flags, 'sh', '-c', prepare]).status === 0;

const right = [
  ...['--appendonly yes', '--save ""', '--maxmemory 200mb', '--maxmemory-policy noeviction', '--hz 100'],
  ...['--hash-max-listpack-value 256', '--bind 8.8.8.8', '--protected-mode no'],
].join(' ');

describe.skipIf(!canOpenNetwork)('a Redis on a public address', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'public-redis-'));
    const flagsOfKey = '-newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=redis';
    const request = ['req', '-x509', ...flagsOfKey.split(' '), '-addext', 'subjectAltName=IP:8.8.8.8'];
    execFileSync('openssl', request, { cwd: dir, stdio: 'ignore' });
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const tls =
    '--port 0 --tls-port 7000 --tls-cert-file cert.pem --tls-key-file key.pem --tls-auth-clients no';
  const cases = [
    { title: 'must be closed', settings: '', scheme: 'redis://', code: 1, level: 'act' },
    { title: 'must be closed also with TLS', settings: tls, scheme: 'rediss://', code: 1, level: 'act' },
    {
      ...{ title: 'should have TLS', settings: '--requirepass pw', scheme: 'redis://:pw@' },
      ...{ code: 0, level: 'look' },
    },
    {
      ...{ title: 'is in order with both', settings: `${tls} --requirepass pw`, scheme: 'rediss://:pw@' },
      ...{ code: 0, level: 'ok' },
    },
  ];
  test.each(cases)('$title', ({ settings, scheme, code, level }) => {
    const ways = `${settings.includes('pass') ? 'a' : 'no'} password, ${settings.includes('tls') ? 'TLS' : 'no TLS'}`;
    const advice = { act: 'anybody who reaches it can read', look: 'Use TLS (rediss://)' }[level];
    const script = `${prepare}
      redis-server --port 7000 ${right} ${settings} > redis.log &
      until grep -q 'Ready to accept connections' redis.log; do sleep 0.05; done
      exec "$@"`;
    const command = [...flags, 'sh', '-c', script, 'sh', process.execPath, main, 'doctor', '--json'];
    const env = {
      PATH: process.env['PATH'],
      REDIS_URL: `${scheme}8.8.8.8:7000`,
      NODE_EXTRA_CA_CERTS: join(dir, 'cert.pem'),
    };
    const ran = spawnSync(program, command, { cwd: dir, env, encoding: 'utf8', timeout: 60_000 });
    const { findings } = JSON.parse(ran.stdout) as { findings: Finding[] };
    expect(findings.find(({ what }) => what === 'Redis access')).toEqual({
      ...{ what: 'Redis access', level, found: `8.8.8.8 is a public address; ${ways}` },
      advice: advice === undefined ? null : expect.stringContaining(advice),
    });
    expect(ran.status).toBe(code);
  });
});
