import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { simulate } from '../../src/simulator/simulate.ts';
import { runAgainst } from './run-against.ts';
import { type SeenRequest, StandInMonitor } from './stand-in-monitor.ts';

const registration = z.strictObject({
  serviceName: z.string().min(1),
  environment: z.literal('test'),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  hostname: z.string().min(1),
  port: z.int().min(1).max(65_535),
  url: z.url(),
  processId: z.int().positive(),
  heartbeatIntervalSeconds: z.literal(0.1),
  metadata: z.strictObject({
    sdk_version: z.string(),
    framework: z.string(),
    os: z.string(),
    process_id: z.int(),
    registered_at: z.iso.datetime(),
    commit_hash: z.string(),
    branch: z.string(),
  }),
});

const heartbeat = z.strictObject({
  instanceId: z.uuid(),
  metadata: z.strictObject({
    timestamp: z.iso.datetime(),
    cpu_percent: z.number().min(0).max(100),
    memory_mb: z.number().positive(),
    total_memory_mb: z.number().positive(),
    disk_usage_percent: z.number().min(0).max(100),
    thread_count: z.int().positive(),
    requests_per_minute: z.int().nonnegative(),
    active_connections: z.int().nonnegative(),
  }),
});

/** Runs beat in real time; a busy machine may need more of it. */
const wholeRun = { timeout: 30_000 };

const isHeartbeat = ({ path }: SeenRequest): boolean => path === '/api/services/heartbeat';
const isRegistration = ({ path }: SeenRequest): boolean => path === '/api/services/register';
const isDeregistration = ({ method }: SeenRequest): boolean => method === 'DELETE';

describe('a whole run', wholeRun, () => {
  test('speaks the contract, sees the Down and the recovery, and passes', async () => {
    const monitor = new StandInMonitor();
    const { report, stdout, stderr } = await runAgainst(monitor);

    for (const { body } of monitor.requests.filter(isRegistration)) registration.parse(body);
    for (const { body } of monitor.requests.filter(isHeartbeat)) heartbeat.parse(body);
    expect(new Set(monitor.requests.map(({ apiKey }) => apiKey))).toEqual(new Set(['smk_test']));
    expect(monitor.requests.filter(isRegistration)).toHaveLength(8);
    expect(monitor.requests.filter(isDeregistration)).toHaveLength(8);

    expect(report).toMatchObject({ ending: { kind: 'finished' }, exitCode: 0, mistakes: [], rounds: 1 });
    expect(report).toMatchObject({
      instancesKilled: 3,
      servicesKilled: 1,
      degraded: { expected: 1, seen: 1 },
    });
    expect(report.incidents).toHaveLength(1);
    expect(report.incidents[0]?.state).toBe('resolved');
    expect(report.incidents[0]?.detectedAfterMs).toBeGreaterThanOrEqual(600);
    expect(report.answers).toEqual({ '200': report.heartbeats.sent });
    expect(stdout).toContain('Passed: no missed Down, no false Down.');
    expect(stderr).toMatch(
      /killed 3 instances.*expect Degraded after about 350 ms and Down after about 600 ms/,
    );
  });

  test('reads every page of the lists', async () => {
    const monitor = new StandInMonitor({ pageSize: 1 });
    const { report } = await runAgainst(monitor, { killFraction: 1 });
    expect(report).toMatchObject({ exitCode: 0, servicesKilled: 4 });
    expect(report.incidents).toHaveLength(4);
  });

  test('repeats the round for as long as the duration allows', async () => {
    const { report } = await runAgainst(new StandInMonitor(), { durationMs: 6_000 });
    expect(report.exitCode).toBe(0);
    expect(report.rounds).toBeGreaterThan(1);
    expect(report.durationMs).toBeGreaterThanOrEqual(6_000);
  });

  test('with nobody to kill only beats, and finds no false Down', async () => {
    const { report } = await runAgainst(new StandInMonitor(), { killFraction: 0, durationMs: 400 });
    expect(report).toMatchObject({ exitCode: 0, rounds: 0, incidents: [] });
  });

  test('prints one line of JSON and nothing else with json', async () => {
    const { report, stdout } = await runAgainst(new StandInMonitor(), {
      json: true,
      killFraction: 0,
      durationMs: 200,
    });
    expect(stdout.endsWith('\n')).toBe(true);
    expect(stdout.trimEnd()).not.toContain('\n');
    expect(JSON.parse(stdout)).toEqual(report);
  });

  test('kills the same instances with the same seed', async () => {
    const first = await runAgainst(new StandInMonitor(), { seed: 3 });
    const second = await runAgainst(new StandInMonitor(), { seed: 3 });
    expect(second.report.incidents.map((incident) => incident.serviceName)).toEqual(
      first.report.incidents.map((incident) => incident.serviceName),
    );
  });
});

describe('a monitor that is wrong', wholeRun, () => {
  test('and never says Down makes a missed Down and exit code 1', async () => {
    const { report, stdout } = await runAgainst(new StandInMonitor({ neverDown: true }));
    expect(report.exitCode).toBe(1);
    expect(report.mistakes.map(({ kind }) => kind)).toEqual(['missed-down']);
    expect(stdout).toContain('Failed: the monitor made 1 mistake.');
  });

  test('and calls a beating service Down makes one false Down and exit code 1', async () => {
    const monitor = new StandInMonitor({ slandered: 'search' });
    const { report } = await runAgainst(monitor, { killFraction: 0, durationMs: 400 });
    expect(report.exitCode).toBe(1);
    expect(report.mistakes).toEqual([{ kind: 'false-down', serviceName: 'search', sign: 'status' }]);
  });
});

describe('a monitor with troubles', wholeRun, () => {
  test('that forgot an instance gets its registration again, and then its heartbeat', async () => {
    const monitor = new StandInMonitor();
    let forgotten = '';
    monitor.interfere = (request) => {
      if (forgotten === '' && isHeartbeat(request))
        monitor.forget((forgotten = String(request.body['instanceId'])));
      return null;
    };
    const { report } = await runAgainst(monitor, { killFraction: 0, durationMs: 400 });
    expect(report.exitCode).toBe(0);
    expect(report.registrations).toBe(9);
    expect(report.answers['404']).toBe(1);
    const afterForgotten = monitor.requests
      .filter(isHeartbeat)
      .filter(({ body }) => body['instanceId'] === forgotten);
    expect(afterForgotten).toHaveLength(1);
  });

  test('that answers 503 gets the same heartbeat again within the interval', async () => {
    const monitor = new StandInMonitor();
    const beats: { instanceId: string; atMs: number }[] = [];
    monitor.interfere = (request) => {
      if (!isHeartbeat(request)) return null;
      beats.push({ instanceId: String(request.body['instanceId']), atMs: performance.now() });
      return beats.length === 1 ? 503 : null;
    };
    const { report } = await runAgainst(monitor, {
      services: 1,
      instances: 1,
      intervalSeconds: 0.5,
      killFraction: 0,
      durationMs: 700,
    });
    expect(report.answers).toMatchObject({ '503': 1 });
    expect((beats[1]?.atMs ?? 0) - (beats[0]?.atMs ?? 0)).toBeLessThan(400);
  });

  test('that refuses the key ends the run with what to do', async () => {
    const { report, stdout } = await runAgainst(new StandInMonitor(), { apiKey: 'wrong' });
    expect(report).toMatchObject({ exitCode: 1, ending: { kind: 'failed' }, heartbeats: { sent: 0 } });
    expect(stdout).toContain('refused the API key (401)');
    expect(stdout).toContain('--key');
  });

  test('that refuses the key in the middle ends the run too', async () => {
    const monitor = new StandInMonitor();
    monitor.interfere = () => (monitor.requests.length > 30 ? 401 : null);
    const { report } = await runAgainst(monitor);
    expect(report).toMatchObject({ exitCode: 1, ending: { kind: 'failed' } });
  });

  test('that is not there ends the run with what to do', async () => {
    const gone = new StandInMonitor();
    const url = await gone.listen();
    await gone.close();
    let stdout = '';
    const report = await simulate(
      {
        url,
        apiKey: 'smk_test',
        services: 2,
        instances: 2,
        killFraction: 0.1,
        speed: 300,
        environment: 'test',
        seed: 1,
        json: false,
      },
      { stdout: (text) => (stdout += text), stderr: () => undefined, columns: null, colour: false },
    );
    expect(report.exitCode).toBe(1);
    expect(stdout).toContain(`Nothing listens at ${url}. Start a monitor with "npm start"`);
  });
});

test('an interrupted run deregisters every instance, also the killed ones', wholeRun, async () => {
  const monitor = new StandInMonitor({ downAfterMs: 60_000 });
  const interruption = new AbortController();
  const { report, stdout } = await runAgainst(
    monitor,
    { signal: interruption.signal, downAfterMs: 60_000, killFraction: 1 },
    (text) => text.includes('killed 8 instances') && interruption.abort(),
  );
  expect(report).toMatchObject({ exitCode: 0, ending: { kind: 'interrupted' }, mistakes: [] });
  expect(stdout).toContain('Interrupted');
  expect(monitor.requests.filter(isDeregistration)).toHaveLength(8);
});
