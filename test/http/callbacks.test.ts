import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slackPress } from '../channels/support/open-slack.ts';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';
import { writeGroup } from './write-group.ts';

const secret = 'e3b0c44298fc1c149afbf4c8996fb924';

let monitor: Monitor;
let slack: Awaited<ReturnType<typeof startHttpReceiver>>;
let incidentId: string;

beforeAll(async () => {
  slack = await startHttpReceiver();
  monitor = await startMonitor(
    {
      ...{ MONITOR_HEARTBEAT_INTERVAL: '300ms', MONITOR_HEARTBEAT_GRACE: '100ms' },
      MONITOR_DOWN_AFTER: '1200ms',
    },
    `channels:
  - { id: chat, type: slack, url: "${slack.url}", token: xoxb-1-x, channel: C0123456789, signingSecret: ${secret} }
  - { id: pager, type: pagerduty, url: "${slack.url}", routingKey: ${'a'.repeat(32)}, webhookSecret: ${secret} }
  - { id: telegram, type: telegram, url: "${slack.url}", token: "1:aaaaaaaaaaaa", chat: "5", callbackSecret: ${secret} }
  - { id: mute, type: slack, url: "${slack.url}", token: xoxb-1-x, channel: C0123456789 }`,
  );
  const name = { serviceName: 'checkout*', hostname: 'h1' };
  const instance = await startInstance([monitor.url], name, 300, monitor.key);
  await instance.die();
  incidentId = await eventually('there is an incident', async () => {
    const { items } = (await call(monitor, 'GET', '/api/incidents')).body;
    return items[0]?.incidentId as string | undefined;
  });
});
afterAll(async () => {
  await monitor.stop();
  await slack.close();
});

const incident = async () => (await call(monitor, 'GET', `/api/incidents/${incidentId}`)).body;
const windows = async () => (await call(monitor, 'GET', '/api/maintenance')).body.items;

const post = (
  { headers, body }: { headers: Record<string, string>; body: string },
  channelId = 'chat',
): Promise<Response> => fetch(`${monitor.url}/api/callbacks/${channelId}`, { method: 'POST', headers, body });

const press = (action: string, more: { by?: string; secret?: string; atMs?: number; value?: string } = {}) =>
  slackPress(
    { action, value: more.value ?? incidentId, by: more.by ?? 'ada' },
    { secret: more.secret ?? secret, atMs: more.atMs ?? Date.now() },
  );

describe('what cannot be verified is not accepted', () => {
  const signed = () => press('acknowledge');
  const without = (name: string) => {
    const { headers, body } = signed();
    return { headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)), body };
  };
  test.each([
    ['no signature', () => without('x-slack-signature')],
    ['no time', () => without('x-slack-request-timestamp')],
    ['the secret of another app', () => press('acknowledge', { secret: 'other' })],
    ['another body than was signed', () => ({ ...signed(), body: signed().body.replace('ada', 'eve') })],
    ['a signature of six minutes ago', () => press('acknowledge', { atMs: Date.now() - 360_000 })],
    ['a signature of the future', () => press('acknowledge', { atMs: Date.now() + 360_000 })],
  ])('%s', async (_what, request) => {
    const reply = await post(request());
    expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
    expect((await incident()).acknowledged).toBeNull();
  });

  test('a channel without a secret, or none at all, answers the same', async () => {
    const answers = await Promise.all(
      ['chat', 'mute', 'nothing'].map((id) => post(press('acknowledge', { secret: 'x' }), id)),
    );
    const said = await Promise.all(
      answers.map(async (reply) => [reply.status, ((await reply.json()) as { detail: string }).detail]),
    );
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(said[0]).toEqual([404, expect.stringContaining('nothing here')]);
  });

  test('a body of more than 64 KiB is not read', async () => {
    const { headers } = signed();
    expect((await post({ headers, body: `payload=${'x'.repeat(70_000)}` })).status).toBe(413);
  });
});

describe('a button', () => {
  test('that asks for what is not done here changes nothing', async () => {
    expect((await post(press('open'))).status).toBe(200);
    expect((await post(press('acknowledge', { value: 'nothing' }))).status).toBe(200);
    expect((await incident()).acknowledged).toBeNull();
  });

  test('acknowledges in the name of who pressed it, once; the audit log and the channel show it', async () => {
    const request = press('acknowledge', { by: 'Ada <b>' });
    expect((await post(request)).status).toBe(200);
    const { acknowledged } = await incident();
    expect(acknowledged).toMatchObject({ by: 'Ada <b>' });
    // Again, by somebody who listened; and by somebody else.
    expect((await post(request)).status).toBe(200);
    expect((await post(press('acknowledge', { by: 'bob' }))).status).toBe(200);
    // And as one incident of an outage group.
    const one = { ...(await incident()), isOver: false };
    const group = { host: 'h1', startedAtMs: Date.now(), endedAtMs: null, incidents: [one] };
    const value = await writeGroup(monitor.redis, group);
    expect((await post(press('acknowledge', { value, by: 'eve' }))).status).toBe(200);
    expect((await incident()).acknowledged).toEqual(acknowledged);
    const { items } = (await call(monitor, 'GET', '/api/audit')).body;
    expect(items.find(({ detail }: { detail: string }) => detail?.startsWith('Ada'))).toMatchObject({
      ...{ act: 'incident-acknowledged', target: incidentId, detail: 'Ada <b>, in channel chat' },
      by: { keyId: null, name: 'callback of chat' },
    });
    const chat = (await call(monitor, 'GET', '/api/channels')).body.items.find(
      ({ channelId }: { channelId: string }) => channelId === 'chat',
    );
    expect(chat.lastProof).toMatchObject({ how: 'acknowledgement' });
  });

  test('silences the service for an hour, and no other; pressed twice it is one window', async () => {
    await post(press('silence'));
    await post(press('silence', { by: 'bob' }));
    const [window, ...more] = await windows();
    expect(more).toEqual([]);
    expect(window).toMatchObject({
      ...{ match: { service: 'checkout\\*', environment: 'production' }, by: 'ada' },
      note: 'silenced for 1 hour in chat',
    });
    const lengthMs = Date.parse(window.endsAt) - Date.parse(window.startsAt);
    expect(lengthMs).toBe(3_600_000);
  });
});

describe('other providers', () => {
  const json = { 'content-type': 'application/json' };

  test('PagerDuty sends what people acknowledge there; it counts here, unless somebody was faster', async () => {
    const agent = { type: 'user_reference', summary: 'Tenex Engineer' };
    const data = { type: 'incident', incident_key: incidentId };
    const event = { id: 'E1', event_type: 'incident.acknowledged', agent, data };
    const body = JSON.stringify({ event });
    const signature = `v1=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { ...json, 'x-pagerduty-signature': signature };
    const before = (await incident()).acknowledged;
    expect((await post({ headers, body }, 'pager')).status).toBe(200);
    expect((await incident()).acknowledged).toEqual(before ?? expect.objectContaining({ by: agent.summary }));
    expect((await post({ headers, body: `${body} ` }, 'pager')).status).toBe(404);
  });

  test('Telegram is told in the answer what to show to who pressed', async () => {
    const from = { id: 5, first_name: 'Ada', username: 'ada' };
    const query = { id: '4382', from, data: `acknowledge:${incidentId}` };
    const body = JSON.stringify({ update_id: 7, callback_query: query });
    const headers = { ...json, 'x-telegram-bot-api-secret-token': secret };
    const reply = await post({ headers, body }, 'telegram');
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { method: 'answerCallbackQuery', callback_query_id: '4382', text: expect.stringContaining('checkout') },
    ]);
    // Nothing else is done with a secret of another channel.
    expect((await post({ headers, body }, 'chat')).status).toBe(404);
  });
});
