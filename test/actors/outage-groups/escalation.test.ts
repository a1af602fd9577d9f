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

beforeAll(async () => {
  all = await openGroups(['mail', 'pager', 'managers'], {
    routes: { mode: 'all-matches', routes: [{ match: {}, channels: ['mail'] }], defaultChannels: [] },
    reminding: () => reminding,
  });
});
afterAll(() => all.close());

beforeEach(async () => {
  await all.resetAll();
  await all.runFleet(['cart', 'mail', 'search', 'shop', 'web', 'wiki'], ['one'], ['users', 'video', 'auth']);
});

async function pass(...passing: Parameters<TestGroups['pass']>): Promise<void> {
  await all.pass(...passing);
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
  await pass(5_000, all.onHost);
  expect(stages()).toEqual(['opened of 6']);
  await pass(4_000, all.onHost);
  expect(stages()).toEqual(['opened of 6', 'escalation of 6']);
  await pass(27_000, all.onHost);
  expect(stages()).toEqual(['opened of 6', 'escalation of 6', 'escalation of 6']);
  expect(all.sent).toEqual([]);
  expect(await rows('pager')).toEqual([...Array(6).fill(folded), 'group sent']);
  expect(await rows('managers')).toEqual([...Array(6).fill(folded), 'group sent']);
});

test('the end of the outage is told to the channels that its escalation reached', async () => {
  await pass(8_000, all.onHost);
  await pass(8_000, [], [...all.alive, ...all.onHost]);
  await pass(500, [], [...all.alive, ...all.onHost]);
  const told = await rows('pager');
  expect(told.filter((row) => row === 'group-over sent')).toHaveLength(1);
  expect(told.filter((row) => row === 'resolved sent')).toHaveLength(6);
  expect((await rows('managers')).filter((row) => row.endsWith('sent'))).toEqual([]);
});

test('who is not back when the others are is told by itself also where the group was escalated', async () => {
  const others: string[] = [];
  for (let i = 0; i < 14; i++) others.push(await all.runOn(`small-${i}`, 'one', 'h7'));
  await pass(8_000, [...all.onHost, ...others]);
  const [cart = '', ...back] = all.onHost;
  for (let second = 0; second < 12; second++) await pass(1_000, [cart], [...all.alive, ...back, ...others]);
  const cartOf = all.sent
    .filter(({ kind, serviceName }) => serviceName === 'cart' && kind !== 'recovering')
    .map(({ kind }) => kind);
  expect(cartOf.toSorted()).toEqual(['down', 'escalation']);
});

test('a worker that dies after it had the group escalated leaves nothing to be told twice', async () => {
  await pass(5_000, all.onHost);
  const suppress = all.notifications.suppress;
  all.notifications.suppress = async () => Promise.reject(new Error('the worker dies'));
  await expect(pass(4_000, all.onHost)).rejects.toThrow('the worker dies');
  all.notifications.suppress = suppress;
  await pass(40_000, all.onHost);
  expect(stages().filter((stage) => stage === 'escalation of 6')).toHaveLength(2);
  expect((await rows('pager')).filter((row) => row === folded)).toHaveLength(6);
});
