import { afterAll, beforeAll, expect, it } from 'vitest';
import { requests } from './bad-input/requests.ts';
import type { Given } from './bad-input/row.ts';
import { call } from './call.ts';
import { exchange } from './exchange.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let given: Given;

beforeAll(async () => {
  monitor = await startMonitor();
  const body = { serviceName: 'connections', environment: 'test', instanceId: 'one' };
  const { instanceId } = (await call(monitor, 'POST', '/api/services/register', { body })).body;
  given = { key: monitor.key, host: new URL(monitor.url).host, instanceId };
});

afterAll(() => monitor.stop());

async function statuses(...bytes: Buffer[]): Promise<number[]> {
  const { all } = await exchange(monitor.port, Buffer.concat(bytes), { expectClosed: true });
  return all.map(({ status }) => status);
}

const lastOne = { Connection: 'close' };

it('answers requests that come in one piece one after the other', async () => {
  const unknown = requests.beat(
    given,
    JSON.stringify({ instanceId: given.instanceId.replace(/.$/, (end) => (end === '0' ? '1' : '0')) }),
  );
  expect(await statuses(requests.goodBeat(given), unknown, requests.goodBeat(given, lastOne))).toEqual([
    200, 404, 200,
  ]);
});

it('answers a good request also when noise comes behind it, and then hangs up', async () => {
  expect(await statuses(requests.goodBeat(given), Buffer.from('noise\r\n\r\n'))).toEqual([200]);
});

it('tells a caller whose second request does not arrive that it took too long', async () => {
  expect(await statuses(requests.goodBeat(given), Buffer.from('POST /api/services/hea'))).toEqual([200, 408]);
});

it('answers who sends more than is wanted, and does not just reset the connection', async () => {
  const body = `"${'x'.repeat(2 * 1024 * 1024)}"`;
  for (let round = 0; round < 20; round++) {
    expect(await statuses(requests.beat(given, body))).toEqual([413]);
    expect(await statuses(requests.beat(given, body, { 'X-API-Key': null }))).toEqual([401]);
    expect(await statuses(requests.beat(given, body, { 'Content-Type': 'text/plain' }))).toEqual([415]);
  }
});

it('asks for a body only after the headers were found good', async () => {
  const announced = { Expect: '100-continue', 'Content-Length': '5', 'X-API-Key': null };
  const { answer, elapsedMs } = await exchange(monitor.port, requests.beat(given, '', announced), {
    expectClosed: true,
  });
  expect(answer.status).toBe(401);
  expect(elapsedMs).toBeLessThan(1_000);
});
