import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GroupMessage } from '../../../src/domain/failure-domains/group-message.ts';
import type { Reminding } from '../../../src/domain/reminding/reminder-rules.ts';
import { openGroups, type TestGroups } from './open-groups.ts';

const reminding: Reminding = {
  reminders: null,
  escalation: [
    { afterMs: 3_000, channels: ['pager'] },
    // Far from the first step: the clock also runs while the machine is slow.
    { afterMs: 30_000, channels: ['managers'] },
  ],
};

let all: TestGroups;
let onHost: string[];
let alive: string[];

beforeAll(async () => {
  all = await openGroups(['mail', 'pager', 'managers'], {
    routes: { mode: 'all-matches', routes: [{ match: {}, channels: ['mail'] }], defaultChannels: [] },
    reminding: () => reminding,
  });
});
afterAll(() => all.close());

beforeEach(async () => {
  await all.resetAll();
  onHost = [];
  alive = [];
  for (const name of ['cart', 'mail', 'search', 'shop', 'web', 'wiki'])
    onHost.push(await all.runOn(name, 'one', 'h7'));
  for (const host of ['h1', 'h2', 'h3'])
    for (const name of ['users', 'video', 'auth']) alive.push(await all.runOn(name, host, host));
});

async function pass(ms: number, silent: readonly string[], living: readonly string[] = alive): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await all.passTime(500);
    for (const id of living) await all.beat(id);
    for (const id of silent) await all.check(id);
    await all.relay();
  }
  await all.sweepOverdue();
  await all.relay();
  await all.tendAll();
  await all.deliverAll();
}

const rows = async (channelId: string) =>
  (await all.allNotifications())
    .filter((row) => row.channelId === channelId && !row.reason?.startsWith('this escalation'))
    .filter(({ kind, groupId, state }) => kind !== 'down' || groupId !== undefined || state === 'sent')
    .map(({ kind, state, reason }) => `${kind} ${state}${reason === null ? '' : `: ${reason}`}`)
    .toSorted();
const stages = () =>
  all.saidOfItself
    .filter((message): message is GroupMessage => 'groupId' in message)
    .map(({ stage, services }) => `${stage} of ${services.length}`);

const folded = 'escalation suppressed: part of the outage of host h7';

test('a host that dies is escalated as one message a step and channel, which names its services', async () => {
  await pass(5_000, onHost);
  expect(stages()).toEqual(['opened of 6']);
  await pass(3_000, onHost);
  expect(stages()).toEqual(['opened of 6', 'escalation of 6']);
  await pass(27_000, onHost);
  expect(stages()).toEqual(['opened of 6', 'escalation of 6', 'escalation of 6']);
  expect(all.sent).toEqual([]);
  expect(await rows('pager')).toEqual([...Array(6).fill(folded), 'group sent']);
  expect(await rows('managers')).toEqual([...Array(6).fill(folded), 'group sent']);
});

test('the end of the outage is told to the channels that its escalation reached', async () => {
  await pass(8_000, onHost);
  await pass(8_000, [], [...alive, ...onHost]);
  await pass(500, [], [...alive, ...onHost]);
  const told = await rows('pager');
  expect(told.filter((row) => row === 'group-over sent')).toHaveLength(1);
  expect(told.filter((row) => row === 'resolved sent')).toHaveLength(6);
  expect((await rows('managers')).filter((row) => row.endsWith('sent'))).toEqual([]);
});

test('who is not back when the others are is told by itself also where the group was escalated', async () => {
  const others: string[] = [];
  for (let i = 0; i < 14; i++) others.push(await all.runOn(`small-${i}`, 'one', 'h7'));
  await pass(8_000, [...onHost, ...others]);
  const [cart = '', ...back] = onHost;
  for (let second = 0; second < 12; second++) await pass(1_000, [cart], [...alive, ...back, ...others]);
  const cartOf = all.sent
    .filter(({ kind, serviceName }) => serviceName === 'cart' && kind !== 'recovering')
    .map(({ kind }) => kind);
  expect(cartOf.toSorted()).toEqual(['down', 'escalation']);
});

test('a worker that dies after it had the group escalated leaves nothing to be told twice', async () => {
  await pass(5_000, onHost);
  const suppress = all.notifications.suppress;
  all.notifications.suppress = async () => Promise.reject(new Error('the worker dies'));
  await expect(pass(3_000, onHost)).rejects.toThrow('the worker dies');
  all.notifications.suppress = suppress;
  await pass(40_000, onHost);
  expect(stages().filter((stage) => stage === 'escalation of 6')).toHaveLength(2);
  expect((await rows('pager')).filter((row) => row === folded)).toHaveLength(6);
});
