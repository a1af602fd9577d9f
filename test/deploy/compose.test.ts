import { expect, test } from 'vitest';
import { problems } from '../../src/http/problem.ts';
import { readDeployFile, readYaml } from './support/deploy-files.ts';

interface Service {
  image: string;
  ports?: string[];
  mem_limit?: string;
  cpus?: number;
  read_only?: boolean;
  cap_drop?: string[];
  networks?: string[];
  profiles?: string[];
  command?: string[];
  volumes?: string[];
  scale?: number;
}

const [file] = readYaml(readDeployFile('docker-compose.yml')) as [
  { services: Record<string, Service>; networks: Record<string, { internal?: boolean } | null> },
];
const services = Object.entries(file.services);

test('only the front door is published, and on this machine unless somebody says otherwise', () => {
  expect(services.filter(([, service]) => service.ports !== undefined).map(([name]) => name)).toEqual([
    'proxy',
  ]);
  expect(file.services['proxy']?.ports).toEqual(['${MONITOR_PUBLISH:-127.0.0.1:8080}:8080']);
});

test('every container has a limit of memory and of CPU', () => {
  const free = services.filter(
    ([, service]) => service.mem_limit === undefined || service.cpus === undefined,
  );
  expect(free.map(([name]) => name)).toEqual([]);
});

test('every container but Redis, whose image drops its rights itself, writes nowhere and may do nothing special', () => {
  const strong = services.filter(
    ([, service]) => service.read_only !== true || service.cap_drop?.[0] !== 'ALL',
  );
  expect(strong.map(([name]) => name)).toEqual(['redis']);
});

test('Redis is reached by nodes alone', () => {
  expect(file.networks['store']).toEqual({ internal: true });
  expect(file.services['redis']?.networks).toEqual(['store']);
  const inside = services.filter(([, service]) => service.networks?.includes('store'));
  expect(inside.map(([name]) => name).sort()).toEqual(['api', 'redis', 'worker']);
});

test('without a profile there are two nodes of each role, Redis and the front door', () => {
  const plain = services.filter(([, service]) => service.profiles === undefined);
  expect(plain.map(([name, service]) => [name, service.scale ?? 1])).toEqual([
    ['proxy', 1],
    ['api', 2],
    ['worker', 2],
    ['make-key', 1],
    ['redis', 1],
  ]);
});

test('no key is printed by what is started, and Grafana is given none', () => {
  const generating = services.filter(([, service]) => service.command?.includes('generate'));
  const printing = generating.filter(([, service]) => !service.command?.includes('--quiet'));
  expect(printing.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['key', ['by-hand']],
    ['grafana-password', ['by-hand']],
  ]);
  const holders = services.filter(([, { volumes = [] }]) => volumes.some((each) => each.startsWith('keys:')));
  expect(holders.map(([name]) => name)).toEqual(['api', 'make-key', 'key']);
});

test('Redis has the settings that the monitor wants', () => {
  const lines = readDeployFile('deploy/redis.conf').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['hz 100', 'maxmemory-policy noeviction', 'appendonly yes', 'appendfsync everysec'],
      'hash-max-listpack-value 256',
    ]),
  );
});

const nginx = readDeployFile('deploy/nginx/nginx.conf');

test('nginx sends again only what is as good twice as once', () => {
  const retried = [...nginx.matchAll(/location ([^{]+) \{[^}]*non_idempotent/g)].map((match) => match[1]);
  expect(retried).toEqual(['~ ^/api/services/(?:heartbeat|register)$', '@once-more']);
  const leading = [...nginx.matchAll(/location ([^{]+) \{[^}]*@once-more;/g)].map((match) => match[1]);
  expect(leading).toEqual(retried.slice(0, 1));
});

test('what nginx has to say itself, it says as the monitor would', () => {
  const said = [...nginx.matchAll(/return (\d+) '(\{.*\})'/g)].map(([, status, body = '']) => [
    Number(status),
    JSON.parse(body),
  ]);
  expect(said).toHaveLength(2);
  for (const [status, body] of said) {
    const { code, title, type, detail } = body as Record<string, string>;
    expect(problems[code as keyof typeof problems]).toEqual({ status, title });
    expect({ type, status: body.status }).toEqual({ type: `urn:service-monitor:problem:${code}`, status });
    expect(detail).toMatch(/^[A-Z].*\.$/);
  }
});
