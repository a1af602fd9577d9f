import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GroupMessage } from '../../../src/domain/failure-domains/group-message.ts';
import { openGroups, type TestGroups } from './open-groups.ts';

let all: TestGroups;

beforeAll(async () => {
  all = await openGroups();
});
afterAll(() => all.close());

/** Six instances of three services on h7, six of two services elsewhere. */
beforeEach(async () => {
  await all.resetAll();
  await all.runFleet(['cart', 'mail', 'search'], ['one', 'two'], ['users', 'video']);
});

const rows = async () =>
  (await all.allNotifications()).map(
    ({ kind, state, reason }) => `${kind} ${state}${reason === null ? '' : `: ${reason}`}`,
  );
const groupMessages = () =>
  all.saidOfItself.filter((message): message is GroupMessage => 'groupId' in message);

async function hostFails(): Promise<void> {
  await all.pass(5_000, all.onHost);
  await all.deliverAll();
}

describe('a host that falls silent', () => {
  test('is one message; those of its incidents say what they are part of, and nobody gets them', async () => {
    await hostFails();
    expect(all.sent).toEqual([]);
    expect(groupMessages()).toHaveLength(1);
    expect(groupMessages()[0]).toMatchObject({
      ...{ kind: 'group', stage: 'opened', silent: 6, members: 6, weakened: 0, notExplained: [] },
      cause: { kind: 'host', values: ['h7'] },
    });
    expect(
      groupMessages()[0]
        ?.services.map(({ serviceName }) => serviceName)
        .sort(),
    ).toEqual([...['cart', 'mail', 'search']]);
    const folded = 'down suppressed: part of the outage of host h7';
    expect((await rows()).sort()).toEqual([folded, folded, folded, 'group sent']);
    expect(all.counted).toEqual(['opened', 'folded', 'folded', 'folded']);
  });

  test('that is looked at again and again stays one group, and says nothing anew', async () => {
    await hostFails();
    const { revision } = await all.onlyGroup();
    for (let look = 0; look < 3; look++) await all.lookForCauses();
    expect((await all.onlyGroup()).revision).toBe(revision);
    expect(groupMessages()).toHaveLength(1);
  });

  test('is told again after a minute if more became Down because of it', async () => {
    const late = all.onHost.slice(4);
    await all.pass(2_000, all.onHost.slice(0, 4), [...all.alive, ...late]);
    await all.pass(3_000, all.onHost);
    await all.deliverAll();
    expect(groupMessages()[0]?.services).toHaveLength(2);
    await all.pass(2_000, all.onHost);
    await all.deliverAll();
    await all.tendAll();
    expect(groupMessages()).toHaveLength(1);
    expect((await rows()).filter((row) => row.startsWith('down suppressed'))).toHaveLength(3);
    await all.pass(60_000, all.onHost);
    await all.tendAll();
    await all.deliverAll();
    expect(groupMessages().map(({ stage }) => stage)).toEqual(['opened', 'changed']);
    expect(groupMessages()[1]?.services).toHaveLength(3);
  });

  test('that is silent for half an hour is told once more, with every service', async () => {
    await hostFails();
    const { kept, revision } = await all.onlyGroup();
    const longAgo = { ...kept, group: { ...kept.group, detectedAtMs: kept.group.detectedAtMs - 1_800_000 } };
    await all.groups.commit({ kept, revision }, longAgo, 0);
    await all.tendAll();
    await all.deliverAll();
    await all.tendAll();
    expect(groupMessages().map(({ stage }) => stage)).toEqual(['opened', 'reminder']);
    expect(groupMessages()[1]?.services).toHaveLength(3);
  });

  test('is over when all are back: its end is told once, and the end of each incident to whoever was told of it', async () => {
    await hostFails();
    await all.pass(500, [], [...all.alive, ...all.onHost]);
    await all.tendAll();
    await all.pass(6_000, [], [...all.alive, ...all.onHost]);
    await all.sweepOverdue();
    await all.relay();
    await all.tendAll();
    await all.deliverAll();
    expect(groupMessages().map(({ kind }) => kind)).toEqual(['group', 'group-over']);
    expect(all.sent.filter(({ kind }) => kind === 'resolved')).toHaveLength(3);
    expect(all.sent.filter(({ kind }) => kind === 'down')).toEqual([]);
    expect(await all.groups.open()).toEqual([]);
    expect(all.counted).toContain('ended');
  });

  test('tells the end also of who is named by it and needs another one: its own message waits for nothing', async () => {
    all.dependencies.rules = [{ match: { service: 'cart' }, dependsOn: ['mail'] }];
    await hostFails();
    expect(groupMessages()[0]?.services).toHaveLength(3);
    await all.pass(6_500, [], [...all.alive, ...all.onHost]);
    await all.sweepOverdue();
    await all.relay();
    await all.deliverAll();
    expect((await rows()).filter((row) => /^down .*(held|while it waited)/.test(row))).toEqual([]);
    expect(all.sent.map(({ kind, serviceName }) => `${kind} ${serviceName}`).toSorted()).toEqual([
      ...['resolved cart', 'resolved mail', 'resolved search'],
    ]);
  });

  test('leaves nobody untold: what is not back when the rest is gets its own message', async () => {
    const others: string[] = [];
    for (let i = 0; i < 14; i++) others.push(await all.runOn(`small-${i}`, 'one', 'h7'));
    await all.pass(5_000, [...all.onHost, ...others]);
    await all.deliverAll();
    expect(groupMessages()).toHaveLength(1);
    const dead = all.onHost.slice(0, 2);
    const back = [...all.alive, ...all.onHost.slice(2), ...others];
    // Twice the time until Down, after all but a tenth are back.
    for (let second = 0; second < 10; second++) {
      await all.pass(1_000, dead, back);
      await all.tendAll();
    }
    await all.deliverAll();
    expect(all.sent.filter(({ kind }) => kind === 'down').map(({ serviceName }) => serviceName)).toEqual([
      'cart',
    ]);
    expect((await rows()).filter((row) => row === 'down sent')).toHaveLength(1);
  });

  test('is told by whoever takes over from a worker that died after it had written the group', async () => {
    await all.pass(5_000, all.onHost);
    const plan = all.notifications.plan;
    all.notifications.plan = async () => Promise.reject(new Error('the worker dies'));
    await expect(all.lookForCauses()).rejects.toThrow('the worker dies');
    all.notifications.plan = plan;
    expect((await all.onlyGroup()).kept.due).toMatchObject({ kind: 'message' });
    await all.tendAll();
    await all.deliverAll();
    expect(groupMessages()).toHaveLength(1);
    expect((await all.onlyGroup()).kept.due).toBeNull();
  });
});

describe('what is Down and not only there', () => {
  test('has its own message, and is named as not explained', async () => {
    // Half of all would be everything at once.
    for (let i = 0; i < 4; i++) all.alive.push(await all.runOn('wiki', `${i}`, `h${i}`));
    const split = [await all.runOn('payments', 'one', 'h7'), await all.runOn('payments', 'two', 'h2')];
    await all.pass(5_000, [...all.onHost, ...split]);
    await all.deliverAll();
    expect(all.sent.map(({ serviceName }) => serviceName)).toEqual(['payments']);
    expect(groupMessages()[0]?.notExplained).toEqual([{ serviceName: 'payments', environment: 'test' }]);
  });

  test('is told by itself during a maintenance of it, when that ends', async () => {
    all.silences.of = async ({ serviceName }, atMs) =>
      serviceName === 'cart' ? { untilMs: atMs + 1_000, words: 'maintenance' } : null;
    await hostFails();
    expect(
      groupMessages()[0]
        ?.services.map(({ serviceName }) => serviceName)
        .sort(),
    ).toEqual(['mail', 'search']);
    all.silences.of = async () => null;
    await all.pass(2_000, all.onHost);
    await all.deliverAll();
    await all.deliverAll();
    expect(all.sent.map(({ serviceName }) => serviceName)).toEqual(['cart']);
  });
});

test('one service that dies with all its instances is no group', async () => {
  const [first = '', second = '', ...others] = all.onHost;
  await all.pass(5_000, [first, second], [...all.alive, ...others]);
  await all.deliverAll();
  expect(all.sent.map(({ serviceName }) => serviceName)).toEqual(['cart']);
  expect(await all.groups.open()).toEqual([]);
});

test('everything at once is one message, which says how much', async () => {
  await all.pass(5_000, [...all.onHost, ...all.alive], []);
  await all.deliverAll();
  expect(all.sent).toEqual([]);
  expect(groupMessages()[0]).toMatchObject({ cause: { kind: 'everything' }, silent: 12, members: 12 });
});

test('when everything is nearly back, its rest is no outage of its own', async () => {
  await all.pass(5_000, [...all.onHost, ...all.alive], []);
  await all.deliverAll();
  await all.pass(2_000, all.onHost, all.alive);
  await all.lookForCauses();
  await all.deliverAll();
  const [only, ...others] = await all.groups.open();
  expect(others).toEqual([]);
  expect(only?.kept.group.cause).toEqual({ kind: 'everything' });
  expect(groupMessages().filter(({ stage }) => stage === 'opened')).toHaveLength(1);
});
