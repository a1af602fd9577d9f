import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { freePort } from './support/free-port.ts';
import { apiKey } from './support/real-monitor.ts';
import { cliPath, type Run, run } from './support/run-script.ts';
import { sharedMonitor } from './support/shared-monitor.ts';
import { until } from './support/until.ts';

// The agent as a program of its own, what it watches as another one, and what the real monitor thinks of it.

const monitor = sharedMonitor();
const agents: Run[] = [];
const servers: Server[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sdk-node-agent-'));

afterEach(async () => {
  for (const { child } of agents) child.kill('SIGKILL');
  await Promise.all(agents.splice(0).map(({ ended }) => ended));
  for (const server of servers.splice(0)) stop(server);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An agent that looks five times a second, and what it says. */
function agent(name: string, ...args: string[]): Run & { said(): string } {
  const quick = ['--interval', '1s', '--every', '200ms', '--timeout', '500ms', '--instance', name];
  const started = run(process.execPath, [cliPath, 'agent', '--name', name, ...quick, ...args], {
    SERVICE_MONITOR_URL: monitor.url,
    SERVICE_MONITOR_API_KEY: apiKey,
  });
  agents.push(started);
  let said = '';
  started.child.stderr?.on('data', (chunk) => (said += String(chunk)));
  return { ...started, said: () => said };
}

/** The watched application: it answers each request with the status that it has now. */
async function application(port: number, answer: { status: number }): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(answer.status).end());
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

const untilIs = (service: string, status: string) =>
  until(`${service} to be ${status}`, async () => {
    const instance = await monitor.instanceOf(service);
    return instance.status === status && instance;
  });

test('an application that is killed is Down while it is away, and Recovered under the same id when it is back', async () => {
  const port = await freePort();
  const server = await application(port, { status: 200 });
  const { said, child, ended } = agent('killed', '--url', `http://127.0.0.1:${port}/health`);
  const { instanceId } = await untilIs('killed', 'Healthy');
  stop(server);
  await untilIs('killed', 'Down');
  await application(port, { status: 200 });
  expect(await untilIs('killed', 'Recovered')).toMatchObject({ instanceId, port });
  await untilIs('killed', 'Healthy');
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  expect((await monitor.instance(instanceId))?.status).toBe('Stopped');
  const url = `http://127.0.0.1:${port}/health`;
  expect(said().trim().split('\n')).toEqual([
    `service-monitor: killed is well: GET ${url} answered 200; heartbeats are sent`,
    expect.stringMatching(
      /^service-monitor: killed fails: GET \S+: .*; no heartbeats until it is well again$/,
    ),
    `service-monitor: killed is well: GET ${url} answered 200; heartbeats are sent`,
    'service-monitor: told to stop: deregistered killed',
  ]);
});

test('an application that answers 503, or with a redirect, is silent, and no deregistration hides that', async () => {
  const answer = { status: 200 };
  const port = await freePort();
  await application(port, answer);
  const { said, child, ended } = agent('sick', '--url', `http://127.0.0.1:${port}`, '--stop-window', '1s');
  await untilIs('sick', 'Healthy');
  answer.status = 503;
  await untilIs('sick', 'Down');
  expect(said()).toContain('answered 503; no heartbeats');
  answer.status = 302;
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  expect(said()).toMatch(/told to stop: not deregistered, for sick has not been well for \d+ s/);
  expect(await monitor.instanceOf('sick')).toMatchObject({ status: 'Down' });
});

test('an application that ended just before the agent is told to stop was stopped with it', async () => {
  const port = await freePort();
  const server = await application(port, { status: 200 });
  const { said, child, ended } = agent('pod', '--tcp', `127.0.0.1:${port}`);
  await untilIs('pod', 'Healthy');
  stop(server);
  await until('the agent to notice', () => said().includes('pod fails'));
  child.kill('SIGTERM');
  await ended;
  expect((await monitor.instanceOf('pod')).status).toBe('Stopped');
});

test('fewer failed looks than --failures silence nobody', async () => {
  const answer = { status: 200 };
  const port = await freePort();
  let looks = 0;
  const server = await application(port, answer);
  server.on('request', () => (looks += 1));
  const { said } = agent('blip', '--url', `http://127.0.0.1:${port}`, '--failures', '3');
  await untilIs('blip', 'Healthy');
  answer.status = 500;
  const seen = looks;
  await until('two failed looks', () => looks >= seen + 2);
  answer.status = 200;
  await until('looks after them', () => looks >= seen + 6);
  expect(said()).not.toContain('fails');
});

test('an application that never comes up is Down, and one that is given a start period is not known before', async () => {
  const port = await freePort();
  const late = agent('starting', '--tcp', `127.0.0.1:${port}`, '--start-period', '1h');
  agent('never-up', '--tcp', `127.0.0.1:${port}`);
  await untilIs('never-up', 'Down');
  const reply = await fetch(`${monitor.url}/api/services?name=starting`, {
    headers: { 'x-api-key': apiKey },
  });
  expect(await reply.json()).toMatchObject({ items: [] });
  expect(late.said()).toMatch(/starting fails: .* accepts no connection: ECONNREFUSED/);
});

test('a process is watched by its id and by the file that holds it', async () => {
  const sleepers: ChildProcess[] = [];
  const sleeper = () => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    sleepers.push(child);
    return child;
  };
  const file = join(folder, 'daemon.pid');
  const [first, second] = [sleeper(), sleeper()];
  writeFileSync(file, `${second.pid}\n`);
  const byId = agent('by-id', '--pid', String(first.pid));
  const byFile = agent('by-file', '--pid-file', file);
  await untilIs('by-id', 'Healthy');
  await untilIs('by-file', 'Healthy');
  first.kill('SIGKILL');
  second.kill('SIGKILL');
  await until('both to be missed', () => [byId, byFile].every(({ said }) => said().includes('fails: ')));
  writeFileSync(file, String(sleeper().pid));
  await until('the daemon to be back', () => byFile.said().split('by-file is well').length === 3);
  await untilIs('by-id', 'Down');
  for (const child of sleepers) child.kill('SIGKILL');
});

test('an agent that is killed and started again is the same instance', async () => {
  const port = await freePort();
  await application(port, { status: 200 });
  const watched = ['--url', `http://127.0.0.1:${port}`];
  const { child, ended } = agent('restarted', ...watched);
  const { instanceId } = await untilIs('restarted', 'Healthy');
  child.kill('SIGKILL');
  await ended;
  agent('restarted', ...watched);
  await until('it to beat again', async () => (await monitor.instance(instanceId))?.status === 'Healthy');
});

test('--help tells all, and wrong usage exits 2 and says why', async () => {
  const help = await run(process.execPath, [cliPath, 'agent', '--help'], {}).ended;
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining('--stop-window') });
  const wrong = await run(process.execPath, [cliPath, 'agent', '--name', 'a'], {}).ended;
  expect(wrong).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('one thing to watch') });
  const alone = await run(process.execPath, [cliPath, 'agent', '--pid', '1'], {}).ended;
  expect(alone).toMatchObject({ code: 2, errors: expect.stringContaining('SERVICE_MONITOR_URL') });
});

test('an agent that is switched off waits to be told to stop, so that no pod starts it again and again', async () => {
  const { child, ended } = run(process.execPath, [cliPath, 'agent', '--name', 'off', '--pid', '1'], {
    SERVICE_MONITOR_ENABLED: 'false',
    NODE_OPTIONS: `--import=data:text/javascript,process.on('newListener',(n)=>n==='SIGINT'%26%26console.log('ready'))`,
  });
  if (child.stdout) await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
});
