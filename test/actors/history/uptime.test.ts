import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createArchiveService } from '../../../src/actors/operating/archive-service.ts';
import { stateTimes } from '../../../src/domain/history/state-times.ts';
import { utcDay } from '../../../src/domain/history/utc-day.ts';
import { createArchive } from '../../../src/store/services/archive.ts';
import { openActors, type TestActors } from '../open-actors.ts';
import { openHistory } from './open-history.ts';

let actors: TestActors;
let past: ReturnType<typeof openHistory>;

beforeAll(async () => {
  actors = await openActors();
  past = openHistory(actors);
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const now = () => actors.beats.now(0);
const { ms: dayMs } = utcDay;

async function healthy(serviceName: string): Promise<string> {
  const { instanceId } = await actors.register(serviceName, 'one');
  await actors.beat(instanceId);
  await actors.relay();
  return instanceId;
}

/** It falls silent, is Degraded after 1.3 s and Down after 4 s; its service follows each of both. */
async function goDown(instanceId: string): Promise<void> {
  for (const ms of [2_000, 8_000]) {
    await actors.passTime(ms);
    await actors.check(instanceId);
    await actors.relay();
  }
}

/** So that what a test does in a second is on one day: just before midnight it waits for the next. */
async function awayFromMidnight(): Promise<void> {
  const leftMs = dayMs - ((await now()) % dayMs);
  if (leftMs < 600_000) await actors.passTime(leftMs + 1_000);
}

test('Down and back with a maintenance in between: each millisecond is where its events say', async () => {
  await awayFromMidnight();
  const instanceId = await healthy('cart');
  await goDown(instanceId);
  const window = await past.maintain('cart', 20_000);
  await actors.passTime(50_000);
  await actors.beat(instanceId);
  await actors.relay();
  const changes = await past.changes('cart');
  expect(changes.map(({ to }) => to)).toEqual(['Healthy', 'Degraded', 'Down', 'Recovered']);
  const [up, late, down, back] = changes.map(({ atMs }) => atMs);
  const { totals, nowMs } = await past.uptime('cart', 1);
  const maintainedMs = (window.endsAtMs ?? 0) - window.startsAtMs;
  expect(totals).toEqual({
    healthy: (late ?? 0) - (up ?? 0) + nowMs - (back ?? 0),
    degraded: (down ?? 0) - (late ?? 0),
    down: (back ?? 0) - (down ?? 0) - maintainedMs,
    blind: 0,
    maintenance: maintainedMs,
    notWatched: (up ?? 0) - utcDay.startOf(utcDay.at(nowMs)),
  });
  const told = (await past.intervals('cart')).slice(1);
  expect(told.map(({ status, fromMs }) => ({ to: status, atMs: fromMs }))).toEqual(
    changes.map(({ to, atMs }) => ({ to, atMs })),
  );
});

test('time in which the monitor was blind is neither up nor down, also while it goes on', async () => {
  await awayFromMidnight();
  const instanceId = await healthy('cart');
  await actors.passTime(60_000, true);
  const during = await past.uptime('cart', 1);
  expect(during.totals.blind).toBeGreaterThanOrEqual(60_000);
  await actors.tick();
  await actors.beat(instanceId);
  const { totals } = await past.uptime('cart', 1);
  const [gap = ''] = await actors.client.zrange(actors.keys.blind, '0', '-1');
  const [fromMs = 0, toMs = 0] = gap.split(':').map(Number);
  expect(totals.blind).toBe(toMs - fromMs);
  expect([totals.down, totals.degraded]).toEqual([0, 0]);
});

test('days are counted when they are over, once, whoever dies or counts beside it; nothing changes by that', async () => {
  await awayFromMidnight();
  const instanceId = await healthy('cart');
  await goDown(instanceId);
  for (let day = 0; day < 3; day++) await actors.passTime(dayMs);
  const key = actors.keys.uptime(past.idOf('cart'));
  const before = await past.uptime('cart');
  const dying = past.count((histories) => ({
    ...histories,
    async commit(view, rolledUp) {
      await histories.commit(view, rolledUp);
      throw new Error('the process is gone');
    },
  }));
  await dying;
  const text = await actors.client.get(key);
  expect(text).toMatch(/^-\|\d+\|h\d+g\d+d\d+n\d+,d\*2$/);
  await actors.client.del(key, actors.keys.historyDay);
  await Promise.all([past.count(), past.count()]);
  expect(await actors.client.get(key)).toBe(text);
  const after = await past.uptime('cart');
  expect(after.days.slice(0, -1)).toEqual(before.days.slice(0, -1));
  expect(Object.values(after.totals).reduce((sum, ms) => sum + ms, 0)).toBe(
    9 * dayMs + (after.nowMs % dayMs),
  );
});

test('a change that is written days after it became due has the days since then counted again', async () => {
  await awayFromMidnight();
  const instanceId = await healthy('cart');
  await actors.passTime(2 * dayMs);
  await past.count();
  expect((await past.uptime('cart')).totals.down).toBe(0);
  await actors.check(instanceId);
  await actors.relay();
  expect(await actors.client.zcard(actors.keys.historyDue)).toBe(1);
  await past.count();
  expect(await actors.client.zcard(actors.keys.historyDue)).toBe(0);
  const { days, totals, nowMs } = await past.uptime('cart');
  const down = (await past.changes('cart')).find(({ to }) => to === 'Down');
  expect(totals.down).toBe(nowMs - (down?.atMs ?? 0));
  expect(days.at(-2)?.times).toEqual({ ...stateTimes.none(), down: dayMs });
});

test('a change that is written between reading and counting is not lost: the days are read again', async () => {
  await awayFromMidnight();
  const instanceId = await healthy('cart');
  await actors.passTime(2 * dayMs);
  let commits = 0;
  await past.count((histories) => ({
    ...histories,
    async commit(view, rolledUp) {
      if (commits++ === 0) {
        await actors.check(instanceId);
        await actors.relay();
      }
      return histories.commit(view, rolledUp);
    },
  }));
  expect(commits).toBe(2);
  expect((await past.uptime('cart')).days.at(-2)?.times).toEqual({ ...stateTimes.none(), down: dayMs });
});

test('a day is not counted while the monitor does not know how long it is blind', async () => {
  await awayFromMidnight();
  await healthy('cart');
  await actors.passTime(2 * dayMs, true);
  await past.count();
  const today = utcDay.at(await now());
  expect(await actors.client.get(actors.keys.historyDay)).toBe(String(today - 2));
  await actors.tick();
  await past.count();
  expect(await actors.client.get(actors.keys.historyDay)).toBe(String(today));
  expect((await past.uptime('cart')).days.at(-2)?.times).toEqual({ ...stateTimes.none(), blind: dayMs });
});

test('a service that changes all the time keeps its newest 500 changes, and loses no second of its days', async () => {
  await awayFromMidnight();
  await healthy('cart');
  const key = actors.keys.history(past.idOf('cart'));
  const nowMs = await now();
  const startMs = utcDay.startOf(utcDay.at(nowMs)) - 2 * dayMs;
  const stepMs = Math.floor((nowMs - startMs) / 700);
  const flaps = Array.from(
    { length: 700 },
    (_, i) => `${startMs + i * stepMs} ${i === 699 ? 'Healthy' : i % 2 ? 'Down' : 'Degraded'}`,
  );
  await actors.client.del(key);
  await actors.client.rpush(key, ...flaps);
  const before = await past.uptime('cart');
  await past.count();
  expect(await actors.client.llen(key)).toBe(500);
  const after = await past.uptime('cart');
  expect(after.days.slice(0, -1)).toEqual(before.days.slice(0, -1));
  const [today, then] = [after, before].map(({ days }) => days.at(-1)?.times);
  expect(today).toMatchObject({ degraded: then?.degraded, down: then?.down });
  expect(await actors.client.memory('USAGE', key, 'SAMPLES', 0)).toBeLessThan(16_384);
});

test('an archived service that comes back has its past, and the time in between was not watched', async () => {
  await awayFromMidnight();
  await healthy('cart');
  const archive = createArchiveService({
    archive: createArchive(actors.client, actors.partitions),
    meter: actors.meter,
  });
  expect(await archive(past.idOf('cart'), 'me')).toEqual({ kind: 'archived' });
  const key = actors.keys.history(past.idOf('cart'));
  expect(await actors.client.pttl(key)).toBeGreaterThan(0);
  await actors.passTime(60_000);
  await healthy('cart');
  expect(await actors.client.pttl(key)).toBe(-1);
  const statuses = (await past.intervals('cart')).map(({ status }) => status);
  // Whoever beats within the millisecond of the registration was Pending for no time.
  expect(statuses.filter((status) => status !== 'Pending')).toEqual(['Healthy', 'Archived', 'Healthy']);
  expect((await past.uptime('cart', 1)).totals.notWatched).toBeGreaterThanOrEqual(60_000);
});

test('a service of a version that kept no past is known since its last change', async () => {
  await awayFromMidnight();
  const instanceId = await healthy('cart');
  await actors.client.del(actors.keys.history(past.idOf('cart')));
  expect((await past.intervals('cart')).map(({ status }) => status)).toEqual(['Healthy']);
  await goDown(instanceId);
  expect((await past.intervals('cart')).map(({ status }) => status)).toEqual(['Healthy', 'Degraded', 'Down']);
});

test('a version is a deploy when it is another one, and not when an instance of before registers again', async () => {
  await actors.register('cart', 'one', '1.0');
  await actors.register('cart', 'two', '1.1 (green)');
  await actors.register('cart', 'three', '1.1 (green)');
  await actors.register('cart', 'one', '1.0');
  await actors.register('cart', 'one', '1.0');
  await actors.register('cart', 'one', null);
  await actors.register('cart', 'two', '1.0');
  const view = await past.histories.read(past.idOf('cart'));
  expect(view?.deploys.map(({ previousVersion, version }) => [previousVersion, version])).toEqual([
    ['1.0', '1.1 (green)'],
    ['1.1 (green)', '1.0'],
  ]);
});
