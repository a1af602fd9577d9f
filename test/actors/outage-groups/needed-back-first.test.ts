import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GroupMessage } from '../../../src/domain/failure-domains/group-message.ts';
import type { Reminding } from '../../../src/domain/reminding/reminder-rules.ts';
import { openGroups, type TestGroups } from './open-groups.ts';

const reminding: Reminding = {
  reminders: { everyMs: 5_000, backOff: 1, longestMs: 5_000 },
  escalation: [
    { afterMs: 6_000, channels: ['pager'] },
    { afterMs: 12_000, channels: ['pager', 'managers'] },
  ],
};

let all: TestGroups;
let payments: string;
let others: string[];

beforeAll(async () => {
  all = await openGroups(['mail', 'pager', 'managers'], {
    routes: { mode: 'all-matches', routes: [{ match: {}, channels: ['mail'] }], defaultChannels: [] },
    reminding: () => reminding,
  });
});
afterAll(() => all.close());

/** Everything needs `payments`. */
beforeEach(async () => {
  await all.resetAll();
  all.dependencies.rules = [{ match: { service: '*' }, dependsOn: ['payments'] }];
  payments = await all.runOn('payments', 'one', 'h0');
  others = [];
  for (let i = 0; i < 16; i++) others.push(await all.runOn(`s${i % 8}`, `${i}`, `h${i % 5}`));
});

async function pass(ms: number, silent: readonly string[], living: readonly string[] = []): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await all.passTime(1_000);
    for (const id of living) await all.beat(id);
    for (const id of silent) await all.check(id);
    await all.relay();
    await all.sweepOverdue();
    await all.relay();
    await all.tendAll();
    await all.deliverAll();
  }
}

const groupMessages = () =>
  all.saidOfItself.filter((message): message is GroupMessage => 'groupId' in message);

test('everything is silent and what all of it needs is back first: the group is told, and none of its incidents beside it', async () => {
  await pass(5_000, [payments, ...others]);
  expect(groupMessages().map(({ stage }) => stage)).toEqual(['opened']);
  expect(groupMessages()[0]).toMatchObject({ cause: { kind: 'everything' }, silent: 17 });
  await pass(20_000, others, [payments]);
  const of = (serviceName: string) =>
    all.sent.filter((message) => message.serviceName === serviceName).map(({ kind }) => kind);
  for (let i = 0; i < 8; i++) expect(of(`s${i}`)).toEqual([]);
  // Two steps to the pager, one to the managers.
  const escalations = groupMessages().filter(({ stage }) => stage === 'escalation');
  expect(escalations.length).toBeGreaterThanOrEqual(2);
  expect(escalations.length).toBeLessThanOrEqual(3);
  const waiting = (await all.allNotifications()).filter(({ state }) => state === 'pending');
  expect(waiting).toEqual([]);
});
