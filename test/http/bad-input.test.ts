import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../../src/http/schemas/with-problems.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer } from './answers-in.ts';
import { acceptedRows } from './bad-input/accepted-rows.ts';
import { framingRows } from './bad-input/framing-rows.ts';
import { headRows } from './bad-input/head-rows.ts';
import { jsonRows } from './bad-input/json-rows.ts';
import { keyRows } from './bad-input/key-rows.ts';
import { pathRows } from './bad-input/path-rows.ts';
import { canary, requests } from './bad-input/requests.ts';
import type { Given, Row } from './bad-input/row.ts';
import { slowRows } from './bad-input/slow-rows.ts';
import { toleratedRows } from './bad-input/tolerated-rows.ts';
import { valueRows } from './bad-input/value-rows.ts';
import { call } from './call.ts';
import { exchange } from './exchange.ts';
import { redisContents } from './redis-contents.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const refused = [keyRows, jsonRows, valueRows, framingRows, headRows, pathRows].flat();
const titled = (rows: Row[]) => rows.map((row) => ({ ...row, title: `${row.row}: ${row.name}` }));

let monitor: Monitor;
let given: Given;

beforeAll(async () => {
  // Nothing may change by itself while the table runs.
  monitor = await startMonitor({ MONITOR_HEARTBEAT_INTERVAL: '1h' });
  const body = { serviceName: 'table', environment: 'test', instanceId: 'given' };
  const { instanceId } = (await call(monitor, 'POST', '/api/services/register', { body })).body;
  given = { key: monitor.key, host: new URL(monitor.url).host, instanceId };
  await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId } });
  await eventually(
    'the service is Healthy',
    async () => (await call(monitor, 'GET', '/api/services')).body.items[0].status,
    (status) => status === 'Healthy',
  );
});

afterAll(() => monitor.stop());

async function send(row: Row): Promise<Answer> {
  const options = { expectClosed: row.closes, ...(row.drip === undefined ? {} : { drip: row.drip }) };
  const { answer, closed, all, elapsedMs } = await exchange(monitor.port, row.bytes(given), options);
  expect({ status: answer.status, closed, answers: all.length }).toEqual({
    status: row.status,
    closed: row.closes,
    answers: 1,
  });
  expect(elapsedMs).toBeLessThanOrEqual(row.withinMs ?? Number.POSITIVE_INFINITY);
  row.also?.(answer);
  return answer;
}

/** What holds for every error, whoever found it. */
function expectProblem({ headers, body, text, status }: Answer, row: Row): void {
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
  const problem = problemSchema.strict().parse(JSON.parse(body));
  expect(problem).toMatchObject({ status, code: row.code, type: `urn:service-monitor:problem:${row.code}` });
  expect(headers['x-request-id']).toBe(problem.instance);
  for (const field of [problem.title, problem.detail]) expect(field).not.toBe('');
  const pointers = (problem.errors ?? []).map((error) => error.pointer);
  expect(pointers.length > 0).toBe(row.code === 'validation');
  expect(pointers[0]).toBe(row.pointer ?? pointers[0]);
  for (const error of problem.errors ?? []) expect(error.message).not.toBe('');
  for (const sent of [canary, given.key, '<script', '\u202E']) expect(text).not.toContain(sent);
}

describe('a bad request is refused as the table says, and nothing is stored', () => {
  let before: Record<string, string>;

  beforeAll(async () => {
    before = await redisContents(monitor.redis);
  });

  it.each(titled(refused))('$title', async (row) => {
    const answer = await send(row);
    expectProblem(answer, row);
    expect(answer.status).toBe(row.status);
  });

  // They wait for the same five seconds, so they wait together.
  it('81: whoever takes their time is told so within five seconds', async () => {
    const answers = await Promise.all(slowRows.map(send));
    answers.forEach((answer, i) => expectProblem(answer, slowRows[i] as Row));
    expect(answers).toHaveLength(slowRows.length);
  });

  it('gives every wrong key the same answer', async () => {
    const bodies = keyRows
      .filter((row) => row.status === 401)
      .map(async (row) => {
        const { instance: _, ...rest } = JSON.parse((await send(row)).body);
        return JSON.stringify(rest);
      });
    expect(new Set(await Promise.all(bodies)).size).toBe(1);
  });

  it('leaves Redis as it was', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(5);
    expect(await redisContents(monitor.redis)).toEqual(before);
  });

  it('still takes a right heartbeat', async () => {
    const { answer } = await exchange(monitor.port, requests.goodBeat(given), { expectClosed: false });
    expect(answer.status).toBe(200);
  });
});

describe('an odd but right request is answered', () => {
  it.each(titled(acceptedRows))('$title', async (row) => {
    expect((await send(row)).status).toBe(200);
  });
});

describe('a heartbeat or a registration is taken whatever else it carries, and told what was passed over', () => {
  it.each(titled(toleratedRows))('$title', async (row) => {
    const { body, text } = await send(row);
    expect((JSON.parse(body) as { warnings: { pointer: string }[] }).warnings[0]?.pointer).toBe(row.warning);
    for (const sent of [canary, given.key]) expect(text).not.toContain(sent);
  });

  it('and what is kept is the last that was good', async () => {
    const { lastHeartbeat } = (await call(monitor, 'GET', `/api/instances/${given.instanceId}`)).body;
    expect(lastHeartbeat).toEqual({ a: 1 });
  });
});
