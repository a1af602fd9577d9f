import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGroups, type TestGroups } from './open-groups.ts';

let all: TestGroups;

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
  await all.runFleet(['cart', 'mail', 'search'], ['one', 'two'], ['users', 'video']);
});

const toTeam = async () =>
  (await all.allNotifications())
    .filter(({ channelId, reason }) => channelId === 'team' && !reason?.startsWith('no route'))
    .map(({ kind, state, reason }) => `${kind} ${state}${reason === null ? '' : `: ${reason}`}`)
    .toSorted();

/** `search` joins the group some seconds after it was told to `ops`, and would be named to `team` a minute later. */
async function searchJoins(): Promise<void> {
  const late = all.onHost.slice(4);
  await all.pass(2_000, all.onHost.slice(0, 4), [...all.alive, ...late]);
  await all.pass(3_000, all.onHost);
  await all.deliverAll();
  await all.pass(2_000, all.onHost);
  await all.deliverAll();
  await all.tendAll();
}

test('who joins a group that ends before it is named has no end without a beginning', async () => {
  await searchJoins();
  expect((await toTeam()).filter((row) => row.startsWith('down'))).toEqual([
    'down suppressed: part of the outage of host h7',
  ]);
  for (let second = 0; second < 7; second++) {
    await all.pass(1_000, [], [...all.alive, ...all.onHost]);
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
