import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverNotification } from '../../src/actors/deliver-notification.ts';
import { createWatchMonitor } from '../../src/self-check/watch-monitor.ts';
import { createImpairments } from '../../src/store/monitor/impairments.ts';
import { createVitals } from '../../src/store/monitor/vitals.ts';
import { openActors, type TestActors } from '../actors/open-actors.ts';
import { withoutStorms } from '../actors/without-storms.ts';
import { blindAfterMs } from '../store/open-store.ts';

let actors: TestActors;
beforeAll(async () => {
  actors = await openActors({ channelIds: ['hook', 'mail', 'chat'] });
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const calmMs = 10_000;

/** A worker that looks after the monitor. */
function worker(nodeId: string, operatorChannels: string[] | null = null) {
  const { client, partitions, channels, deliveryQueue, ids, log } = actors;
  return createWatchMonitor({
    vitals: createVitals(client, partitions, {
      ...{
        nodeId,
        channelIds: () => [...channels.keys()],
        blindAfterMs: () => blindAfterMs,
        lossToldForMs: 0,
        quotas: { instances: 0, servicesPerMinute: 0 },
      },
    }),
    impairments: createImpairments(client, partitions),
    ...{ deliveryQueue, channels, operatorChannels: () => operatorChannels, ids, calmMs, log },
    publicUrl: 'http://monitor',
  });
}

/** Delivers what is waiting, as the queues would. */
async function deliver(): Promise<void> {
  const { notifications, telling, channels, meter, log } = actors;
  let tokens = 0;
  const deliverNotification = createDeliverNotification({
    ...{ notifications, telling, ...withoutStorms, channels, meter, log, random: () => 0.5 },
    newToken: () => `token-${tokens++}`,
  });
  for (const { notificationId } of actors.deliveries.splice(0)) await deliverNotification(notificationId);
}

const blindFor = async (ms: number) => {
  await actors.passTime(ms, true);
  await actors.tick();
};
const told = () => actors.saidOfItself.map(({ kind }) => kind);

test('of many workers that see the same, one tells it: once to each channel, and once when it is over', async () => {
  const workers = Array.from({ length: 12 }, (_, i) => worker(`node-${i}`));
  const look = () => Promise.all(workers.map((watchMonitor) => watchMonitor()));
  await look();
  expect(actors.deliveries).toEqual([]);

  await blindFor(90_000);
  for (let i = 0; i < 3; i++) await look();
  await deliver();
  expect(told()).toEqual(['impaired', 'impaired', 'impaired']);
  expect(actors.saidOfItself[0]).toMatchObject({
    reasons: [{ cause: 'blind', detail: expect.stringMatching(/for 1 min 30 s of the last 5 min/) }],
    endedAtMs: null,
    url: 'http://monitor/',
  });

  await actors.passTime(6 * 60_000);
  await look();
  await actors.passTime(calmMs);
  for (let i = 0; i < 3; i++) await look();
  await deliver();
  expect(told().slice(3)).toEqual(['well', 'well', 'well']);
  expect(await actors.allNotifications()).toHaveLength(6);
  const rows = await actors.allNotifications();
  expect(rows.every((row) => row.state === 'sent' && row.serviceId === null)).toBe(true);
  expect(new Set(rows.map((row) => row.incidentId)).size).toBe(1);
});

test('a worker that dies after the commit leaves the message to the sweep', async () => {
  await blindFor(90_000);
  await worker('dies')();
  actors.deliveries.length = 0;
  await actors.passTime(2_000);
  await actors.sweepOverdue();
  await deliver();
  expect(told()).toEqual(['impaired', 'impaired', 'impaired']);
});

test('a failing channel does not tell of itself; the row says who does', async () => {
  const watchMonitor = worker('node', ['hook']);
  await actors.register('orders', 'one');
  const { nowMs } = await actors.view((await actors.register('orders', 'one')).instanceId);
  await actors.client.hset(actors.keys.channels, 'dead:hook', nowMs);
  await watchMonitor();
  await deliver();
  const rows = (await actors.allNotifications()).map((row) => [row.channelId, row.state, row.reason]);
  expect(rows.toSorted(([a = ''], [b = '']) => String(a).localeCompare(String(b)))).toEqual([
    ['hook', 'suppressed', 'this channel fails; sent instead over mail'],
    ['mail', 'sent', null],
  ]);
});

test('a channel that begins to fail while the monitor is impaired is told by itself, over the others, with its end', async () => {
  const watchMonitor = worker('node');
  await blindFor(90_000);
  await watchMonitor();
  await deliver();
  expect(told()).toEqual(['impaired', 'impaired', 'impaired']);
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  await actors.client.hset(actors.keys.channels, 'failing:hook', nowMs + 1);
  await actors.passTime(121_000);
  for (let i = 0; i < 3; i++) await watchMonitor();
  await deliver();
  const failing = { kind: 'impaired', failingChannelId: 'hook', endedAtMs: null };
  expect(actors.saidOfItself.slice(3)).toMatchObject([failing, failing]);
  // Since its first failure, and not since that counted.
  const [, , , first] = actors.saidOfItself;
  expect((first && 'sinceMs' in first ? first.sinceMs : 0) - nowMs).toBeLessThan(60_000);
  await actors.client.hdel(actors.keys.channels, 'failing:hook');
  for (let i = 0; i < 3; i++) await watchMonitor();
  await deliver();
  const works = { kind: 'well', failingChannelId: 'hook' };
  expect(actors.saidOfItself.slice(5)).toMatchObject([works, works]);
  const rows = await actors.allNotifications();
  const ofHook = rows.filter(({ message }) => 'failingChannelId' in message);
  expect(ofHook.map(({ channelId }) => channelId).sort()).toEqual(['chat', 'chat', 'mail', 'mail']);
  expect(new Set(ofHook.map(({ incidentId }) => incidentId)).size).toBe(1);
  expect(rows.filter(({ kind }) => kind === 'well')).toHaveLength(2);
});

test('what Redis has lost is told by who remembers it, though the monitor forgot all else', async () => {
  const [first, second] = [worker('first'), worker('second')];
  await first();
  await second();
  await actors.client.flushdb();
  await actors.tick();
  await Promise.all([first(), second()]);
  await deliver();
  expect(told()).toEqual(['impaired', 'impaired', 'impaired']);
  expect(actors.saidOfItself[0]?.kind === 'impaired' && actors.saidOfItself[0]).toMatchObject({
    reasons: [{ cause: 'state-lost', detail: expect.stringMatching(/^Redis came back empty/) }],
  });
});

test('who wants to be told nothing of the monitor is told nothing, and the metric says it nevertheless', async () => {
  await blindFor(90_000);
  await worker('node', [])();
  expect(actors.deliveries).toEqual([]);
  const { impairment } = await createImpairments(actors.client, actors.partitions).read();
  expect(impairment?.active).toEqual(['blind']);
});
