import { expect, test } from 'vitest';
import { z } from 'zod';
import { settings } from '../../src/config/settings.ts';
import { deployFiles, readDeployFile, readYaml } from './support/deploy-files.ts';
import { stripTemplate } from './support/strip-template.ts';

const files = deployFiles();
const isTemplate = (path: string) => path.includes('/templates/');
const yaml = files.filter(({ path }) => /\.ya?ml$/.test(path) && !isTemplate(path));
const templates = files.filter(({ path }) => isTemplate(path) && path.endsWith('.yaml'));

test.each(yaml.map(({ path }) => path))('%s is valid YAML', (path) => {
  expect(readYaml(readDeployFile(path)).length).toBeGreaterThan(0);
});

test.each(templates.map(({ path }) => path))('%s is YAML once its actions are taken out', (path) => {
  const documents = readYaml(stripTemplate(readDeployFile(path))) as {
    kind?: string;
    apiVersion?: string;
    metadata?: { name: string };
  }[];
  expect(documents.length).toBeGreaterThan(0);
  for (const document of documents) {
    expect(document).toMatchObject({
      apiVersion: expect.any(String),
      kind: expect.any(String),
      metadata: { name: expect.any(String) },
    });
  }
});

test('the pod of the chart is YAML once its actions are taken out, and may do as little as possible', () => {
  const names = readDeployFile('deploy/helm/service-monitor/templates/_names.tpl');
  const pod = /\{\{- define "monitor\.pod" -\}\}([\s\S]*)\{\{- end -\}\}/.exec(names)?.[1] ?? '';
  const [found] = readYaml(stripTemplate(pod));
  expect(found).toMatchObject({
    spec: {
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true },
      containers: [
        {
          securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    },
  });
});

test('every template opens as many blocks as it closes', () => {
  const open = files
    .filter(({ path }) => isTemplate(path))
    .filter(({ text }) => {
      const actions = text.replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g, '');
      const opened = actions.match(/\{\{-?\s*(if|range|with|define)\b/g)?.length ?? 0;
      return opened !== (actions.match(/\{\{-?\s*end\b/g)?.length ?? 0);
    });
  expect(open.map(({ path }) => path)).toEqual([]);
});

test('what templates call by name is defined, and what they read stands in values.yaml', () => {
  const text = files
    .filter(({ path }) => isTemplate(path))
    .map((file) => file.text)
    .join('\n');
  const defined = new Set([...text.matchAll(/define "([^"]+)"/g)].map((match) => match[1]));
  const called = [...text.matchAll(/include "([^"]+)"/g)].map((match) => match[1]);
  expect(called.filter((name) => !defined.has(name))).toEqual([]);
  const [values] = readYaml(readDeployFile('deploy/helm/service-monitor/values.yaml'));
  const read = new Set([...text.matchAll(/\.Values((?:\.\w+)+)/g)].map((match) => match[1]?.slice(1) ?? ''));
  expect(read.size).toBeGreaterThan(20);
  const isThere = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values) !==
    undefined;
  expect([...read].filter((path) => !isThere(path))).toEqual([]);
});

test('the values of the chart are what its schema allows, and no others', () => {
  const schema = z.fromJSONSchema(
    JSON.parse(readDeployFile('deploy/helm/service-monitor/values.schema.json')) as never,
  );
  const [values] = readYaml(readDeployFile('deploy/helm/service-monitor/values.yaml')) as Record<
    string,
    unknown
  >[];
  expect(schema.safeParse(values).error?.issues).toBeUndefined();
  for (const wrong of [
    { unknown: 1 },
    { redis: { existingSecret: '', key: 'url' } },
    { worker: { autoscaling: { kind: 'magic' } } },
    { settings: { MONITOR_PORT: '1' } },
    { settings: { PATH: '/' } },
  ]) {
    expect(schema.safeParse({ ...values, ...wrong }).success).toBe(false);
  }
});

test('every setting that is named anywhere exists, and only secrets are read from files', () => {
  const known = new Set<string>();
  for (const setting of Object.values(settings)) {
    known.add(setting.name);
    if ('secret' in setting) known.add(`${setting.name}_FILE`);
  }
  // Read by docker compose itself, before anything starts.
  const own = new Set(['MONITOR_VERSION', 'MONITOR_YAML', 'MONITOR_PUBLISH']);
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
