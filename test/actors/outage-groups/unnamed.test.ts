import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGroups, type TestGroups } from './open-groups.ts';

let all: TestGroups;
let onHost: string[];
let alive: string[];

beforeAll(async () => {
  all = await openGroups(['ops', 'team'], {
    routes: {
      mode: 'all-matches',
      routes: [{ match: { service: 'search' }, channels: ['team'] }],
      defaultChannels: ['ops'],
    },
  });
});
afterAll(() => all.close());

beforeEach(async () => {
  await all.resetAll();
  onHost = [];
  alive = [];
  for (const name of ['cart', 'mail', 'search'])
    for (const key of ['one', 'two']) onHost.push(await all.runOn(name, key, 'h7'));
  for (const host of ['h1', 'h2', 'h3'])
    for (const name of ['users', 'video']) alive.push(await all.runOn(name, host, host));
});

async function pass(ms: number, silent: readonly string[], living: readonly string[] = alive): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await all.passTime(500);
    for (const id of living) await all.beat(id);
    for (const id of silent) await all.check(id);
    await all.relay();
  }
}

const toTeam = async () =>
  (await all.allNotifications())
    .filter(({ channelId, reason }) => channelId === 'team' && !reason?.startsWith('no route'))
    .map(({ kind, state, reason }) => `${kind} ${state}${reason === null ? '' : `: ${reason}`}`)
    .toSorted();

/** `search` joins the group some seconds after it was told to `ops`, and would be named to `team` a minute later. */
async function searchJoins(): Promise<void> {
  const late = onHost.slice(4);
  await pass(2_000, onHost.slice(0, 4), [...alive, ...late]);
  await pass(3_000, onHost);
  await all.deliverAll();
  await pass(2_000, onHost);
  await all.deliverAll();
  await all.tendAll();
}

test('who joins a group that ends before it is named has no end without a beginning', async () => {
  await searchJoins();
  expect((await toTeam()).filter((row) => row.startsWith('down'))).toEqual([
    'down suppressed: part of the outage of host h7',
  ]);
  for (let second = 0; second < 7; second++) {
    await pass(1_000, [], [...alive, ...onHost]);
    await all.tendAll();
  }
  await all.sweepOverdue();
  await all.relay();
  await all.tendAll();
  await all.deliverAll();
  expect(await all.groups.open()).toEqual([]);
  const rows = await toTeam();
  expect(rows.filter((row) => row.endsWith(' sent'))).toEqual([]);
  expect(rows.filter((row) => row.startsWith('resolved'))).toEqual([
    'resolved suppressed: nobody was told of this outage here: its messages were suppressed',
  ]);
});
