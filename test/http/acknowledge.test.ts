import { afterAll, beforeAll, expect, test } from 'vitest';
import { acknowledgeToken } from '../../src/acknowledge-token.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

/** Each story has a service of its own. */
const services = ['asked', 'used', 'raced', 'expired', 'over'];

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;

interface Told {
  id: string;
  type: string;
  data: { incidentId: string; acknowledgeUrl?: string; service: { serviceName: string } };
}

beforeAll(async () => {
  receiver = await startHttpReceiver();
  monitor = await startMonitor(
    {
      ...{ MONITOR_HEARTBEAT_INTERVAL: '100ms', MONITOR_HEARTBEAT_GRACE: '100ms' },
      ...{ MONITOR_DOWN_AFTER: '400ms', MONITOR_PUBLIC_URL: 'https://monitor.example.com/here/' },
    },
    `channels: [{ id: hook, type: webhook, url: "${receiver.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`,
  );
  for (const serviceName of services)
    await call(monitor, 'POST', '/api/services/register', {
      body: { serviceName, environment: '<b>test</b>', instanceId: 'one' },
    });
});

afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

/** The message that a service is Down. */
const downOf = (serviceName: string) =>
  eventually(`${serviceName} is told to be Down`, () =>
    receiver.requests
      .map(({ body }) => JSON.parse(body) as Told)
      .find(({ type, data }) => type.endsWith('.down') && data.service.serviceName === serviceName),
  );

/** The link of that message, as it leads to this monitor. */
async function linkOf(serviceName: string): Promise<string> {
  const { data } = await downOf(serviceName);
  const path = 'https://monitor.example.com/here/acknowledge/';
  expect(data.acknowledgeUrl?.startsWith(path)).toBe(true);
  return `${monitor.url}/acknowledge/${data.acknowledgeUrl?.slice(path.length)}`;
}

const send = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form) });

const acknowledgedBy = async (serviceName: string) => {
  const { incidentId } = (await downOf(serviceName)).data;
  return (await call(monitor, 'GET', `/api/incidents/${incidentId}`)).body.acknowledged as {
    by: string;
    note: string | null;
  } | null;
};

test('who follows the link sees a page that asks, and nothing happens, however often and in whatever way', async () => {
  const link = await linkOf('asked');
  for (const method of ['GET', 'HEAD', 'GET']) {
    const reply = await fetch(link, { method });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = reply.headers.get('content-security-policy');
    for (const part of ["default-src 'none'", "script-src 'none'", "form-action 'self'"])
      expect(policy).toContain(part);
  }
  const page = await (await fetch(link)).text();
  expect(page).toContain('Acknowledge the incident of asked?');
  expect(page).toContain('This link was sent to the channel hook: webhook.');
  expect(page).not.toMatch(/<script|<b>test/);
  expect(await acknowledgedBy('asked')).toBeNull();
});

test('a name is needed; with it the incident is acknowledged, and the audit log says by which link', async () => {
  const link = await linkOf('used');
  const nameless = await send(link, { by: '  ', note: 'on <it>' });
  expect(nameless.status).toBe(400);
  const again = await nameless.text();
  expect(again).toContain('Give your name');
  expect(again).toContain('on &#60;it&#62;</textarea>');
  expect(await acknowledgedBy('used')).toBeNull();

  const done = await send(link, { by: ' Ada ', note: 'the disk is full\r\nsecond line' });
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('Ada acknowledged the incident of used');
  expect(await acknowledgedBy('used')).toMatchObject({ by: 'Ada', note: 'the disk is full\nsecond line' });
  const { items } = (await call(monitor, 'GET', '/api/audit')).body;
  expect(items[0]).toMatchObject({
    act: 'incident-acknowledged',
    target: (await downOf('used')).data.incidentId,
    detail: 'Ada, by the link sent to webhook: the disk is full\nsecond line',
    by: { keyId: null, name: 'link of hook' },
    failedBecause: null,
  });
});

test('shows that a person reads the messages of the channel', async () => {
  const proof = await eventually(
    'it is known',
    async () => (await call(monitor, 'GET', '/api/channels')).body.items[0].lastProof,
  );
  expect(proof).toMatchObject({ by: 'Ada', how: 'acknowledgement', at: expect.stringMatching(/Z$/) });
});

test('it works once', async () => {
  const link = await linkOf('used');
  await eventually('it was used', async () => (await acknowledgedBy('used')) !== null);
  for (const reply of [await fetch(link), await send(link, { by: 'Bob' })]) {
    expect(reply.status).toBe(409);
    expect(await reply.text()).toContain('This link was used already');
  }
  expect(await acknowledgedBy('used')).toMatchObject({ by: 'Ada' });
});

test('of many who use it at the same moment one acknowledges', async () => {
  const link = await linkOf('raced');
  const replies = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((by) => send(link, { by })));
  const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
  expect([count(200), count(409)]).toEqual([1, 4]);
  const { incidentId } = (await downOf('raced')).data;
  const { timeline } = (await call(monitor, 'GET', `/api/incidents/${incidentId}`)).body;
  expect(timeline.filter((entry: object) => 'action' in entry)).toHaveLength(1);
});

test('it has an end, and nobody can make another one', async () => {
  const link = await linkOf('expired');
  const token = link.slice(link.lastIndexOf('/') + 1);
  const { id: notificationId } = await downOf('expired');
  const secret = Buffer.from((await monitor.redis.hget('monitor:meta', 'linkSecret')) ?? '', 'base64');
  const { expiresAtMs = 0 } = acknowledgeToken.read(secret, token) ?? {};
  expect(expiresAtMs - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const old = acknowledgeToken.make(secret, { notificationId, expiresAtMs: Date.now() - 60_000 });
  const forged = acknowledgeToken.make(Buffer.alloc(32), { notificationId, expiresAtMs });
  const other = acknowledgeToken.make(secret, {
    ...{ notificationId: notificationId.replace(/.$/, '0').replace(/.{2}$/, '77'), expiresAtMs },
  });
  const tampered = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  const cases: [string, number][] = [
    ...([[old, 410]] as [string, number][]),
    ...[forged, other, tampered, 'x', token.slice(0, 20)].map((text): [string, number] => [text, 404]),
  ];
  for (const [text, status] of cases) {
    const url = `${monitor.url}/acknowledge/${text}`;
    expect([(await fetch(url)).status, (await send(url, { by: 'Eve' })).status]).toEqual([status, status]);
  }
  expect(await acknowledgedBy('expired')).toBeNull();
});

test('it is worth nothing after the end of the incident', async () => {
  const link = await linkOf('over');
  const { incidentId } = (await downOf('over')).data;
  await call(monitor, 'POST', `/api/incidents/${incidentId}/resolve`, { body: { by: 'ci' } });
  const reply = await send(link, { by: 'Ada' });
  expect(reply.status).toBe(409);
  expect(await reply.text()).toContain('The incident of over is over');
});

test('a form is for that page alone', async () => {
  const { incidentId } = (await downOf('asked')).data;
  const reply = await fetch(`${monitor.url}/api/incidents/${incidentId}/acknowledge`, {
    ...{ method: 'POST', headers: { 'x-api-key': monitor.key }, body: new URLSearchParams({ by: 'Eve' }) },
  });
  expect(reply.status).toBe(415);
  expect((await fetch(await linkOf('asked'), { method: 'DELETE' })).status).toBe(405);
});
