import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createDeliverNotification,
  type DeliverNotification,
} from '../../../src/actors/deliver-notification.ts';
import { describedAs } from '../../store/open-store.ts';
import { openActors, type TestActors } from '../open-actors.ts';

let actors: TestActors;
let deliver: DeliverNotification;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(async () => {
  await actors.reset();
  let token = 0;
  deliver = createDeliverNotification({ ...actors, newToken: () => `token-${++token}`, random: () => 0.5 });
});
afterAll(() => actors.close());

/** An instance of a service that was heard once. */
async function start(serviceName: string, labels: Record<string, string> = {}): Promise<string> {
  const metadata = { labels };
  const { instanceId } = await actors.registerInstance({ ...describedAs(serviceName, 'one'), metadata });
  await actors.beat(instanceId);
  return instanceId;
}

/** So much time, in steps of half a second in which these send heartbeats and everything that is due is done. */
async function pass(ms: number, beating: readonly string[] = []): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await actors.passTimeInAll(500);
    for (const instanceId of beating) await actors.beat(instanceId);
    for (const instanceId of all) if (!beating.includes(instanceId)) await actors.check(instanceId);
    await actors.sweepOverdue();
    await actors.relay();
    for (const { notificationId } of [...actors.deliveries]) await deliver(notificationId);
  }
}
let all: string[] = [];

const told = () => actors.sent.map(({ serviceName, kind }) => `${serviceName} ${kind}`);
const downOf = async (serviceName: string) => {
  const rows = await actors.allNotifications();
  return rows.find(
    ({ kind, message }) => kind === 'down' && 'serviceName' in message && message.serviceName === serviceName,
  );
};

test('who falls silent with what it needs is not told, and its row says why', async () => {
  actors.dependencies.rules = [{ match: { service: 'orders' }, dependsOn: ['pay*'] }];
  const [payments, orders] = [await start('payments'), await start('orders')];
  all = [payments, orders];
  await pass(8_000);
  expect(told()).toEqual(['payments down']);
  const [incident] = (await actors.allIncidents()).filter(({ serviceName }) => serviceName === 'payments');
  expect(await downOf('orders')).toMatchObject({
    state: 'pending',
    reason: `held: depends on payments, which is Down: incident ${incident?.incidentId}`,
  });
  expect(await actors.allIncidents()).toHaveLength(2);

  await pass(12_000, [payments, orders]);
  expect(told().filter((text) => text.startsWith('orders'))).toEqual([]);
  expect((await downOf('orders'))?.reason).toMatch(
    /^recovered while it waited: depends on payments, which (was|is back)/,
  );
});

test('what is still Down its own time after the cause is back has its own message', async () => {
  actors.dependencies.rules = [{ match: { service: 'orders' }, dependsOn: ['payments'] }];
  const [payments, orders] = [await start('payments'), await start('orders')];
  all = [payments, orders];
  await pass(6_000);
  expect(told()).toEqual(['payments down']);
  await pass(3_500, [payments]);
  expect(told()).not.toContain('orders down');
  await pass(2_000, [payments]);
  expect(told()).toContain('orders down');
});

test('what it needs and goes Down a little later explains it too: the message waits for that', async () => {
  actors.dependencies.rules = [{ match: { service: 'orders' }, dependsOn: ['payments'] }];
  const [payments, orders] = [await start('payments'), await start('orders')];
  all = [payments, orders];
  await pass(3_000, [payments]);
  await pass(2_000);
  expect((await downOf('orders'))?.reason).toMatch(/^held: depends on payments, which may be Down too/);
  await pass(3_500);
  expect(told()).toEqual(['payments down']);
});

test('what it needs and is heard does not keep it waiting', async () => {
  actors.dependencies.rules = [{ match: { service: 'orders' }, dependsOn: ['payments'] }];
  const [payments, orders] = [await start('payments'), await start('orders')];
  all = [payments, orders];
  await pass(6_000, [payments]);
  expect(told()).toEqual(['orders down']);
});

test('what is unknown, was never heard or is stopped explains nothing', async () => {
  actors.dependencies.rules = [{ match: { service: 'orders' }, dependsOn: ['nobody', 'stopped'] }];
  const [stopped, orders] = [await start('stopped'), await start('orders')];
  await actors.stopInstance(stopped);
  all = [orders];
  await pass(6_000);
  expect(told()).toEqual(['orders down']);
});

test('a service says itself what it needs, with a label', async () => {
  all = [await start('payments'), await start('orders', { 'depends-on': 'mail, pay*' })];
  await pass(8_000);
  expect(told()).toEqual(['payments down']);
});

test('services that need each other, also through a third, are all told', async () => {
  all = [
    await start('a', { 'depends-on': 'b' }),
    await start('b', { 'depends-on': 'c' }),
    await start('c', { 'depends-on': 'a' }),
    await start('d', { 'depends-on': 'a' }),
  ];
  await pass(12_000);
  expect(told().sort()).toEqual(['a down', 'b down', 'c down']);
});
