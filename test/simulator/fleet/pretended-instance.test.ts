import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Doors } from '../../../src/simulator/fleet/doors.ts';
import {
  type Attempt,
  type InstanceSettings,
  PretendedInstance,
} from '../../../src/simulator/fleet/pretended-instance.ts';
import { eventually } from '../../support/eventually.ts';
import { type SeenRequest, StandInMonitor } from '../stand-in-monitor.ts';

let monitor: StandInMonitor;
let doors: Doors;
let url: string;
let instance: PretendedInstance | null;
let attempts: Attempt[];

beforeEach(async () => {
  monitor = new StandInMonitor();
  url = await monitor.listen();
  doors = new Doors({ apiKey: monitor.apiKey, timeoutMs: 1_000 });
  attempts = [];
  instance = null;
});

afterEach(async () => {
  await instance?.silence();
  await doors.close();
  await monitor.close();
});

function begin(settings: Partial<InstanceSettings> = {}): PretendedInstance {
  instance = new PretendedInstance({
    ...{ doors, urls: [url], intervalMs: 100 },
    registration: () => ({ serviceName: 'shop', environment: 'test', heartbeatIntervalSeconds: 0.1 }),
    metadata: () => ({ cpu_percent: 1 }),
    onAttempt: (attempt) => attempts.push(attempt),
    ...settings,
  });
  instance.revive();
  return instance;
}

const isHeartbeat = ({ path }: SeenRequest): boolean => path === '/api/services/heartbeat';
const ok = (more: object = {}): [number, object] => [
  200,
  { status: 'ok', timestamp: new Date().toISOString(), message: 'received', ...more },
];
const made = (to: Attempt['to']) => attempts.filter((attempt) => attempt.to === to);
const gapsMs = () =>
  made('heartbeat').flatMap(({ sentAtMs }, i, all) => (i ? [sentAtMs - (all[i - 1]?.sentAtMs ?? 0)] : []));

describe('a pretended instance', () => {
  test('registers, beats at once and each interval, and never has two questions under way', async () => {
    begin({ intervalMs: 200 });
    await eventually('five heartbeats', () => made('heartbeat').length >= 5);
    expect(made('register')).toHaveLength(1);
    const firstGap = (made('heartbeat')[0]?.sentAtMs ?? 0) - (made('register')[0]?.sentAtMs ?? 0);
    expect(firstGap - (made('register')[0]?.tookMs ?? 0)).toBeLessThan(150);
    expect(Math.min(...gapsMs())).toBeGreaterThanOrEqual(178);
    for (const [i, { sentAtMs }] of attempts.entries()) {
      const before = attempts[i - 1];
      if (before) expect(sentAtMs).toBeGreaterThanOrEqual(Math.floor(before.sentAtMs + before.tookMs) - 2);
    }
  });

  test('beats sooner at once when an answer asks for that', async () => {
    monitor.interfere = (request) => (isHeartbeat(request) ? ok({ nextHeartbeatSeconds: 0.1 }) : null);
    begin({ intervalMs: 60_000 });
    // The shortest interval that is obeyed.
    await eventually('three heartbeats', () => made('heartbeat').length >= 3);
    expect(Math.min(...gapsMs())).toBeGreaterThanOrEqual(850);
  });

  test('beats later only when three answers in a row asked for it, and after it registered so', async () => {
    monitor.interfere = (request) => (isHeartbeat(request) ? ok({ nextHeartbeatSeconds: 7 }) : null);
    begin();
    await eventually('the longer interval is registered', () => made('register').length === 2);
    const registrations = monitor.requests.filter(({ path }) => path.endsWith('/register'));
    expect(registrations.map(({ body }) => body['heartbeatIntervalSeconds'])).toEqual([0.1, 7]);
    const [, renewed] = made('register');
    expect(attempts.indexOf(renewed as Attempt)).toBe(4);
    expect(Math.max(...gapsMs())).toBeLessThan(1_000);
    await eventually('it beats', () => made('heartbeat').length === 4);
  });

  test('that is not known registers again at once, and not in a tight loop', async () => {
    monitor.interfere = (request) => (isHeartbeat(request) ? [404, { code: 'instance-unknown' }] : null);
    begin({ intervalMs: 2_000 });
    await eventually('it registered three times', () => made('register').length >= 3);
    const [first, second, third] = made('register').map(({ sentAtMs }) => sentAtMs) as [
      number,
      number,
      number,
    ];
    // A fresh registration that is forgotten is a failure: an eighth of the interval at first, doubled, half of it chance.
    expect(second - first).toBeGreaterThanOrEqual(120);
    expect(third - second).toBeGreaterThanOrEqual(240);
  });

  test('that was known registers again at once', async () => {
    begin({ intervalMs: 400 });
    await eventually('it beats', () => made('heartbeat').length === 2);
    monitor.forget(instance?.instanceId ?? '');
    await eventually(
      'it beats under a new id',
      () => made('heartbeat').at(-1)?.status === 200 && made('register').length === 2,
    );
    const [forgotten, registered, beat] = attempts.slice(-3) as [Attempt, Attempt, Attempt];
    expect([forgotten.status, registered.to, beat.status]).toEqual([404, 'register', 200]);
    expect(beat.sentAtMs - forgotten.sentAtMs).toBeLessThan(300);
  });

  test.each([429, 503])('answered %s waits as long as Retry-After says', async (status) => {
    monitor.interfere = (request) =>
      isHeartbeat(request) && made('heartbeat').length === 0 ? [status, {}, { 'retry-after': '1' }] : null;
    begin({ intervalMs: 4_000 });
    await eventually('it beats again', () => made('heartbeat').length === 2);
    expect(gapsMs()[0]).toBeGreaterThanOrEqual(1_000);
    expect(made('heartbeat')[1]?.status).toBe(200);
  });

  test.each([401, 403])('answered %s tries again within its interval, and is well again', async (status) => {
    let refusals = 3;
    monitor.interfere = (request) => (isHeartbeat(request) && refusals-- > 0 ? status : null);
    begin({ intervalMs: 1_000 });
    await eventually('it is heard', () => instance?.acceptedAtMs);
    expect(made('register')).toHaveLength(1);
  });

  test('backs off more and more, up to its interval, and is well again', async () => {
    let refusals = 6;
    monitor.interfere = (request) => (isHeartbeat(request) && refusals-- > 0 ? 500 : null);
    begin({ intervalMs: 160, random: () => 0.99 });
    await eventually('it is heard', () => instance?.acceptedAtMs);
    const waits = gapsMs();
    for (const [i, leastMs] of [20, 40, 80, 159, 159, 159].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(leastMs - 2);
    }
    expect(instance?.failures).toBe(0);
  });

  test('that never tries again leaves a heartbeat out, and beats on', async () => {
    monitor.interfere = (request) => (isHeartbeat(request) && made('heartbeat').length < 2 ? 500 : null);
    begin({ retries: 0, random: () => 1 });
    await eventually('it is heard', () => instance?.acceptedAtMs);
    expect(Math.min(...gapsMs())).toBeGreaterThanOrEqual(95);
  });

  test('that says too much says less, at once', async () => {
    monitor.interfere = (request) => (isHeartbeat(request) && 'metadata' in request.body ? 413 : null);
    begin();
    await eventually('it is heard', () => instance?.acceptedAtMs);
    expect(
      made('heartbeat')
        .map(({ status }) => status)
        .slice(0, 2),
    ).toEqual([413, 200]);
  });

  test('notes warnings, and takes a page that is no answer for none', async () => {
    const warnings = [{ pointer: '/mood', message: 'is unknown' }];
    monitor.interfere = (request) => {
      if (!isHeartbeat(request)) return null;
      return made('heartbeat').length === 0 ? [200, { welcome: 'to this hotel' }] : ok({ warnings });
    };
    begin();
    await eventually('it is heard', () => instance?.acceptedAtMs);
    expect(
      made('heartbeat')
        .map(({ status }) => status)
        .slice(0, 2),
    ).toEqual([0, 200]);
    expect(made('heartbeat')[1]?.warnings).toEqual(warnings);
  });

  test('that falls silent is silent when it says so', async () => {
    const one = begin();
    await eventually('it beats', () => made('heartbeat').length >= 2);
    await one.silence();
    const { length } = monitor.requests;
    await one.stopGracefully();
    expect(monitor.requests.slice(length).map(({ method }) => method)).toEqual(['DELETE']);
  });

  test('knocks at its nodes in turn, and at the next when one does not answer', async () => {
    begin({ urls: ['http://127.0.0.1:1', url], firstUrl: 1 });
    await eventually('it beats', () => made('heartbeat').filter(({ status }) => status === 200).length >= 2);
    expect(new Set(made('heartbeat').map(({ trouble }) => trouble))).toEqual(new Set(['ECONNREFUSED', null]));
  });
});
