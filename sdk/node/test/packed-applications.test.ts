import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { freePort } from './support/free-port.ts';
import { installPackage } from './support/install-package.ts';
import { apiKey } from './support/real-monitor.ts';
import { sharedMonitor } from './support/shared-monitor.ts';

// Applications outside the repository that have nothing but the packed package, on the real monitor.

const example = fileURLToPath(new URL('../examples/fastify/server.js', import.meta.url));
const commonJs = `
  const { createServer } = require('node:http');
  const { addMonitor } = require('@service-monitor/client');
  addMonitor({ handleSignals: true });
  createServer((_request, response) => response.end()).listen(process.env.PORT);`;

const monitor = sharedMonitor();
let project: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  ({ project } = installPackage());
  // Each of them is a service of its own here.
  const fastify = readFileSync(example, 'utf8').replace(
    "'fastify-example'",
    'process.env.SERVICE_MONITOR_SERVICE',
  );
  writeFileSync(join(project, 'fastify.js'), fastify);
  writeFileSync(join(project, 'plain.cjs'), commonJs);
  // An exception that nobody catches, a while after the start.
  writeFileSync(
    join(project, 'crash.cjs'),
    "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('the disk is on fire'); }));",
  );
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(project, { recursive: true });
});

test.concurrent.for<[string, string, NodeJS.Signals, string]>([
  ['fastify.js', 'is stopped', 'SIGTERM', 'Stopped'],
  ['fastify.js', 'is killed', 'SIGKILL', 'Down'],
  ['fastify.js', 'crashes', 'SIGUSR2', 'Down'],
  ['plain.cjs', 'is stopped', 'SIGTERM', 'Stopped'],
  ['plain.cjs', 'is killed', 'SIGKILL', 'Down'],
  ['plain.cjs', 'crashes', 'SIGUSR2', 'Down'],
])('%s that %s by %s is %s', async ([program, how, signal, status]) => {
  const service = `${program} ${how}`;
  const child = spawn(process.execPath, ['--require', './crash.cjs', program], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      PORT: String(await freePort()),
      SERVICE_MONITOR_URL: monitor.url,
      SERVICE_MONITOR_API_KEY: apiKey,
      SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
      SERVICE_MONITOR_SERVICE: service,
    },
    stdio: 'ignore',
  });
  children.push(child);
  const { instanceId } = await monitor.instanceOf(service);
  await monitor.untilStatus(instanceId, 'Healthy');
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  await monitor.untilStatus(instanceId, status);
});
