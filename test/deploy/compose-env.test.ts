import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/config/settings.ts';
import { readDeployFile, readYaml } from './support/deploy-files.ts';

type Services = Record<string, { environment?: Record<string, string | null>; env_file?: string[] }>;

const [file] = readYaml(readDeployFile('docker-compose.yml')) as [{ services: Services }];

/** What the stack decides, or what a node of it has no use for. */
const decided = new Set([
  ...[
    'REDIS_URL',
    'MONITOR_DATA_DIR',
    'MONITOR_REDIS_MEMORY',
    'MONITOR_HOST',
    'MONITOR_PORT',
    'MONITOR_ROLES',
  ],
  ...['MONITOR_API_KEY', 'MONITOR_CONFIG', 'MONITOR_COMMIT', 'MONITOR_URL'],
]);

test.each(['api', 'worker'])(
  'every setting that is the operator’s reaches the %s nodes from .env',
  (role) => {
    const environment = file.services[role]?.environment ?? {};
    const passed = (name: string) => {
      const value = environment[name];
      return value === null || value?.startsWith(`\${${name}:-`);
    };
    const names = Object.values(settings).map(({ name }) => name);
    expect(names.filter((name) => !decided.has(name) && !passed(name))).toEqual([]);
  },
);

test('what compose reads for itself is no setting of a node, even when .env is given to the nodes', () => {
  const named = [...readDeployFile('docker-compose.yml').matchAll(/\$\{(MONITOR_\w+)/g)].map(
    ([, name = '']) => name,
  );
  const known = new Set<string>(Object.values(settings).map(({ name }) => name));
  const own = [...new Set(named)].filter((name) => !known.has(name));
  expect(own.sort()).toEqual(['MONITOR_ENV_FILE', 'MONITOR_PUBLISH', 'MONITOR_VERSION', 'MONITOR_YAML']);
  for (const role of ['api', 'worker'])
    expect(own.map((name) => file.services[role]?.environment?.[name])).toEqual(['', '', '', '']);
});

const programs = [['docker', 'compose'], ['docker-compose']].filter(
  ([program = '', ...args]) => spawnSync(program, [...args, 'version']).status === 0,
);

test.skipIf(programs.length === 0)(
  'compose itself gives the nodes secrets of channels, the dead-man’s-switch and limits',
  () => {
    for (const program of programs) {
      const bare = render(program, null);
      expect(bare['MONITOR_HEARTBEAT_INTERVAL']).toBe('30s');
      expect(bare['MONITOR_DEADMAN_URL'] ?? null).toBeNull();
      const secrets = [
        ...["SMTP_PASSWORD='p$ss'", "SLACK_WEBHOOK_URL='https://hooks.example.com/$1'"],
        ...['MONITOR_DEADMAN_URL=https://switch.example.com/1', 'MONITOR_RATE_LIMIT=77', 'MONITOR_PORT=1'],
      ];
      const given = render(program, [readDeployFile('deploy/compose/env.example'), ...secrets].join('\n'));
      expect(given).toMatchObject({
        SLACK_WEBHOOK_URL: 'https://hooks.example.com/$$1',
        SMTP_PASSWORD: 'p$$ss',
        MONITOR_DEADMAN_URL: 'https://switch.example.com/1',
        MONITOR_RATE_LIMIT: '77',
        MONITOR_PORT: '8080',
      });
    }
  },
);

/** The environment of a worker by `compose config`, which writes `$$` for `$`. */
function render(program: readonly string[], env: string | null): Record<string, string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'compose-env-'));
  try {
    for (const path of ['docker-compose.yml', 'deploy/compose/no-secrets.env']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      copyFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), join(folder, path));
    }
    if (env !== null) writeFileSync(join(folder, '.env'), env);
    const [first = '', ...rest] = program;
    const { stdout, stderr, status } = spawnSync(first, [...rest, 'config'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const { services } = parse(stdout) as { services: Services };
    return services['worker']?.environment ?? {};
  } finally {
    rmSync(folder, { recursive: true });
  }
}
