import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkVersion } from '../src/sdk-version.ts';
import { installPackage } from './support/install-package.ts';
import { nodes } from './support/run-script.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let project: string;
let files: readonly string[];
beforeAll(() => {
  ({ project, files } = installPackage());
});
afterAll(() => rmSync(project, { recursive: true }));

const names = [
  '@service-monitor/client',
  '@service-monitor/client/fastify',
  '@service-monitor/client/express',
];

test('the package holds what is built and what is to be read, and depends on nothing', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest['version']).toBe(sdkVersion);
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'package.json']));
  const isExpected = /^(dist\/.*\.(js|js\.map|d\.ts)|dist\/cjs\/package\.json|[A-Z]+(\.md)?|package\.json)$/;
  expect(files.filter((path) => !isExpected.test(path))).toEqual([]);
  const named = JSON.stringify(manifest).match(/dist\/[\w/.]+/g) ?? [];
  expect(files).toEqual(expect.arrayContaining(named));
});

test('installing it runs nothing, so npm has nothing to ask about', () => {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package/package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
});

test('the types name each other as every TypeScript since 4.7 understands it', () => {
  const types = files.filter((path) => path.endsWith('.d.ts'));
  const texts = types.map((path) => readFileSync(join(project, 'package', path), 'utf8'));
  expect(texts.filter((text) => /['"]\.[^'"]*\.ts['"]/.test(text))).toEqual([]);
});

test('every program in it has a source map that holds its source', () => {
  const programs = files.filter((path) => path.endsWith('.js'));
  expect(programs.length).toBeGreaterThan(50);
  for (const path of programs) {
    const map = JSON.parse(readFileSync(join(project, 'package', `${path}.map`), 'utf8')) as {
      sourcesContent: string[];
    };
    expect(map.sourcesContent[0]).toMatch(/import|export|const/);
  }
});

const application = `
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import { fastify } from 'fastify';
  import { addMonitor, type MonitorHandle, type MonitorOptions, type Registration } from '@service-monitor/client';
  import { expressMonitor } from '@service-monitor/client/express';
  import { fastifyMonitor } from '@service-monitor/client/fastify';
  const options: MonitorOptions = { baseUrl: 'http://a', logger: console, handleSignals: ['SIGTERM'] };
  const monitor: MonitorHandle = addMonitor(options);
  const app = fastify();
  app.register(fastifyMonitor, { monitor });
  app.register(fastifyMonitor, options);
  const logged = addMonitor({ logger: app.log });
  type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  const handler: Handler = expressMonitor(monitor);
  void monitor.registered.then((outcome: Registration) => {
    if (outcome.kind === 'registered') outcome.instanceId.toUpperCase();
  });
  // @ts-expect-error: an option that is not there is found
  addMonitor({ servicename: 'a' });
  void [handler, logged];`;

// TypeScript 7 has no \`moduleResolution: node\` any more; what made it old is that it does not read \`exports\`.
const old = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--resolvePackageJsonExports', 'false'];
test.for<[string, 'module' | 'commonjs', string[]]>([
  ['ES modules with node16', 'module', ['--module', 'node16']],
  ['ES modules with nodenext', 'module', ['--module', 'nodenext', '--exactOptionalPropertyTypes']],
  ['CommonJS with node16', 'commonjs', ['--module', 'node16']],
  ['the resolution that was before exports', 'commonjs', old],
])('a TypeScript project of %s compiles against the types', ([kind, type, flags]) => {
  const folder = join(project, kind.replaceAll(' ', '-'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(folder, 'app.ts'), application);
  const common = ['--target', 'es2022', '--strict', '--noEmit', '--types', 'node'];
  const compiled = spawnSync('tsc', [...flags, ...common, 'app.ts'], { cwd: folder, encoding: 'utf8' });
  expect(compiled).toMatchObject({ stdout: '', status: 0 });
});

describe.for([...nodes])('under Node %s', ([, node]) => {
  const evaluate = (type: string, script: string) =>
    execFileSync(node, [`--input-type=${type}`, '-e', script], { cwd: project, encoding: 'utf8' }).trim();
  const keys = 'console.log(all.flatMap((one) => Object.keys(one)).sort().join());';

  test('it can be imported by its names', () => {
    const script = `const all = await Promise.all(${JSON.stringify(names)}.map((name) => import(name))); ${keys}`;
    expect(evaluate('module', script)).toBe('MonitorConfigError,addMonitor,expressMonitor,fastifyMonitor');
  });

  test('it can be required by its names, as CommonJS', () => {
    const script = `const all = ${JSON.stringify(names)}.map((name) => require(name)); ${keys}
      console.log(require.resolve('@service-monitor/client'));`;
    expect(evaluate('commonjs', script).split('\n')).toEqual([
      'MonitorConfigError,addMonitor,expressMonitor,fastifyMonitor',
      expect.stringContaining('/dist/cjs/index.js'),
    ]);
  });
});
