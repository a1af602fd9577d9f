import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { fastSettings } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

type Receiver = Awaited<ReturnType<typeof startHttpReceiver>>;

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;
const names = ['shop', 'now', 'later', 'rest'] as const;
type Name = (typeof names)[number];

let monitor: RunningMonitor;
let receivers: Record<Name, Receiver>;

const now = new Date();
const hourFromNow = (hours: number) =>
  `${new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 13)}:00`;

beforeAll(async () => {
  const started = await Promise.all(names.map(async (name) => [name, await startHttpReceiver()] as const));
  receivers = Object.fromEntries(started) as Record<Name, Receiver>;
  const channels = names.map(
    (name) => `  - { id: ${name}, type: webhook, url: "${receivers[name].url}", secret: "${secret}" }`,
  );
  const file = `channels:
${channels.join('\n')}
routing: first-match
routes:
  - { match: { labels: { team: "shop*" } }, channels: [shop] }
  - match: { service: timed }
    when: { from: "${hourFromNow(-1)}", to: "${hourFromNow(3)}", timeZone: UTC }
    channels: [now]
    continue: true
  - match: { service: timed }
    when: { from: "${hourFromNow(3)}", to: "${hourFromNow(-1)}", timeZone: UTC }
    channels: [later]
defaultChannels: [rest]
`;
  monitor = await startMonitor({ file, env: fastSettings });
});

afterAll(async () => {
  await monitor.stop();
  await Promise.all(names.map((name) => receivers[name].close()));
});

async function ask(method: string, path: string, body?: object) {
  const headers = { 'x-api-key': testKey, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(monitor.url + path, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  return (await response.json()) as any;
}

const toldOf = (name: Name): string[] =>
  receivers[name].requests.map(({ body }) => JSON.parse(body).data.service.serviceName);

/** The rows of the outage of a service that registered and was never heard, once none waits. */
async function rowsOf(serviceName: string, labels: Record<string, string>) {
  const registration = { serviceName, environment: 'test', instanceId: 'one', metadata: { labels } };
  const { serviceId } = await ask('POST', '/api/services/register', registration);
  let rows: Record<string, Record<string, unknown>> = {};
  await eventually(`the outage of ${serviceName} is told`, async () => {
    const { items } = await ask('GET', `/api/incidents?serviceId=${serviceId}`);
    if (items.length === 0) return false;
    const told = await ask('GET', `/api/notifications?incidentId=${items[0].incidentId}`);
    const down = told.items.filter((row: { kind: string }) => row.kind === 'down');
    rows = Object.fromEntries(down.map((row: { channelId: string }) => [row.channelId, row]));
    return (
      down.length === names.length &&
      down.every((row: { state: string }) => /^s[eu](nt|ppressed)$/.test(row.state))
    );
  });
  return rows;
}

test('a service is told where its label leads, and every other channel has a row that says why it is not', async () => {
  const rows = await rowsOf('cart', { team: 'shop-eu' });
  expect(rows).toMatchObject({
    shop: { state: 'sent', reason: null },
    now: { state: 'suppressed', reason: 'no route leads to this channel' },
    later: { state: 'suppressed', reason: 'no route leads to this channel' },
    rest: { state: 'suppressed', reason: 'the default is for messages to which no route applies' },
  });
  expect(toldOf('shop')).toEqual(['cart']);
  for (const name of ['now', 'later', 'rest'] as const) expect(toldOf(name)).not.toContain('cart');
});

test('the route of this hour leads to its channel, that of another hour does not', async () => {
  const rows = await rowsOf('timed', { team: 'post' });
  expect(rows).toMatchObject({
    now: { state: 'sent' },
    later: {
      state: 'suppressed',
      reason: expect.stringMatching(/^route 3 leads here only \d\d:00–\d\d:00 UTC$/),
    },
    rest: { state: 'suppressed' },
  });
  expect(toldOf('now')).toEqual(['timed']);
  expect(toldOf('later')).toEqual([]);
});

test('the end of an outage is told where the outage was, and nowhere else', async () => {
  const registration = { serviceName: 'timed', environment: 'test', instanceId: 'one' };
  const { serviceId, instanceId } = await ask('POST', '/api/services/register', registration);
  const ends = await eventually('its end is settled', async () => {
    await ask('POST', '/api/services/heartbeat', { instanceId });
    const { items } = await ask('GET', `/api/incidents?serviceId=${serviceId}`);
    const told = await ask('GET', `/api/notifications?incidentId=${items[0].incidentId}`);
    const rows = told.items.filter((row: { kind: string }) => row.kind === 'resolved');
    const isSettled = rows.every(
      (row: { state: string }) => row.state === 'sent' || row.state === 'suppressed',
    );
    return rows.length === names.length && isSettled && rows;
  });
  const byChannel = Object.fromEntries(ends.map((row: { channelId: string }) => [row.channelId, row]));
  expect(byChannel).toMatchObject({
    now: { state: 'sent', routedBy: 'route 2' },
    later: { state: 'suppressed', reason: expect.stringContaining('nobody was told of this outage here') },
    shop: { state: 'suppressed', reason: 'no route leads to this channel' },
  });
  expect(toldOf('later')).toEqual([]);
});

test('what no route is for goes to the default', async () => {
  expect(await rowsOf('other', {})).toMatchObject({ rest: { state: 'sent' }, shop: { state: 'suppressed' } });
  expect(toldOf('rest')).toEqual(['other']);
});
