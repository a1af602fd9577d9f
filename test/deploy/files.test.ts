import { expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import { deployFiles, readDeployFile, readYaml } from './support/deploy-files.ts';

const files = deployFiles();
const isTemplate = (path: string) => path.includes('/templates/');
const yaml = files.filter(({ path }) => /\.ya?ml$/.test(path) && !isTemplate(path));

test.each(yaml.map(({ path }) => path))('%s is valid YAML', (path) => {
  expect(readYaml(readDeployFile(path)).length).toBeGreaterThan(0);
});

test('what the templates of the chart read stands in values.yaml', () => {
  const text = files
    .filter(({ path }) => isTemplate(path))
    .map((file) => file.text)
    .join('\n');
  const [values] = readYaml(readDeployFile('deploy/helm/service-monitor/values.yaml'));
  const read = new Set(
    [...text.matchAll(/[.$][vV]alues((?:\.[a-z]\w*)+)/g)].map((match) => match[1]?.slice(1) ?? ''),
  );
  expect(read.size).toBeGreaterThan(20);
  const isThere = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values) !==
    undefined;
  expect([...read].filter((path) => !isThere(path))).toEqual([]);
});

test('every setting that is named anywhere exists, and only secrets are read from files', () => {
  const known = new Set<string>();
  for (const setting of Object.values(settings)) {
    known.add(setting.name);
    if ('secret' in setting) known.add(`${setting.name}_FILE`);
  }
  // Read by docker compose itself, before anything starts.
  const own = new Set(['MONITOR_VERSION', 'MONITOR_YAML', 'MONITOR_PUBLISH', 'MONITOR_ENV_FILE']);
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:MONITOR_[A-Z_]+|REDIS_URL(?:_FILE)?|LOG_LEVEL)\b/g)].map(([name]) => ({
      path,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(
    named.filter(({ path, name }) => !known.has(name) && !(own.has(name) && /compose/.test(path))),
  ).toEqual([]);
});

test('no password, key or address of a place of ours is written down', () => {
  const told = files.filter(({ text }) =>
    /smk_[a-z0-9]{8}_|whsec_[A-Za-z0-9+/]{8}|password:\s*["']?\w/i.test(text),
  );
  expect(told.map(({ path }) => path)).toEqual([]);
});
