import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { sdkVersion } from '../src/sdk-version.ts';
import { nodes } from './support/run-script.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const repository = join(root, '../..');
const project = mkdtempSync(join(tmpdir(), 'sdk-node-user-'));
let files: string[];

/** A user's project: the packed package installed, Fastify and the types beside it. */
beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename, files: list }] = JSON.parse(packed.slice(packed.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] },
  ];
  files = list.map(({ path }) => path);
  execFileSync('tar', ['-xzf', filename], { cwd: project });
  mkdirSync(join(project, 'node_modules/@service-monitor'), { recursive: true });
  cpSync(join(project, 'package'), join(project, 'node_modules/@service-monitor/client'), {
    recursive: true,
  });
  for (const name of ['fastify', '@types']) {
    symlinkSync(join(repository, 'node_modules', name), join(project, 'node_modules', name));
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});

test('the package holds what is built and what is to be read, and depends on nothing', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest['version']).toBe(sdkVersion);
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'package.json', 'dist/cli.js']),
  );
  expect(files.filter((path) => !/^(dist\/.*\.(js|d\.ts)|[A-Z]+(\.md)?|package\.json)$/.test(path))).toEqual(
    [],
  );
});

test('a TypeScript project compiles against the types, with Fastify and with Express-like middleware', () => {
  writeFileSync(
    join(project, 'app.ts'),
    `import type { IncomingMessage, ServerResponse } from 'node:http';
     import fastify from 'fastify';
     import { addMonitor, type MonitorHandle, type MonitorOptions, type Registration } from '@service-monitor/client';
     import { expressMonitor } from '@service-monitor/client/express';
     import { fastifyMonitor } from '@service-monitor/client/fastify';
     const options: MonitorOptions = { baseUrl: 'http://a', logger: console, handleSignals: ['SIGTERM'] };
     const monitor: MonitorHandle = addMonitor(options);
     const app = fastify();
     await app.register(fastifyMonitor, { monitor });
     await app.register(fastifyMonitor, options);
     const logged = addMonitor({ logger: app.log });
     type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
     const handler: Handler = expressMonitor(monitor);
     const outcome: Registration = await monitor.registered;
     if (outcome.kind === 'registered') outcome.instanceId.toUpperCase();
     // @ts-expect-error: an option that is not there is found
     addMonitor({ servicename: 'a' });
     void [handler, logged];`,
  );
  const flags = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--noEmit', '--types', 'node'];
  const compiled = spawnSync('tsc', [...flags, '--exactOptionalPropertyTypes', 'app.ts'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(compiled).toMatchObject({ stdout: '', status: 0 });
});

test.for([...nodes])('under Node %s it can be imported and required by its names', ([, node]) => {
  const names = [
    '@service-monitor/client',
    '@service-monitor/client/fastify',
    '@service-monitor/client/express',
  ];
  const imports = `const all = await Promise.all(${JSON.stringify(names)}.map((name) => import(name)));
    console.log(all.flatMap((one) => Object.keys(one)).join());`;
  const imported = execFileSync(node, ['--input-type=module', '-e', imports], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(imported.trim()).toBe('MonitorConfigError,addMonitor,fastifyMonitor,expressMonitor');
  const requires = `console.log(typeof require('@service-monitor/client').addMonitor)`;
  const required = execFileSync(node, ['--no-warnings', '--input-type=commonjs', '-e', requires], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(required.trim()).toBe('function');
});
