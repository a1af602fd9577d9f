import { expect, test } from 'vitest';
import type { ServiceView } from '../../src/domain/service-view.ts';
import type { ToldTroubles } from '../../src/domain/tell-trouble.ts';
import { troubleNews } from '../../src/domain/trouble-news.ts';

const sinceMs = 1_000_000;
const graceMs = 2_000;

/** A service that is Healthy since then, of which this was told. */
function healthy(nowMs: number, troubles: ToldTroubles): ServiceView {
  const counts = { Pending: 0, Healthy: 1, Degraded: 0, Down: 0, Recovered: 0 };
  return {
    ...{ nowMs, serviceId: 'service-1', serviceName: 'orders', environment: 'test', revision: 1 },
    ...{ state: { status: 'Healthy', sinceMs, shortSinceMs: null, counts }, troubles },
    ...{ previousStatus: null, previousSinceMs: null, lastHeardAtMs: null, lateAtMs: null },
    ...{ outages: { count: 0, quietSinceMs: null }, health: { worst: null, told: null } },
    ...{ registrantIntervalMs: null, incident: null, gaps: [], tickAtMs: nowMs },
  };
}

test('the end of a degraded phase says when it was, though it is told a minute after the beginning', () => {
  const nowMs = sinceMs + 48_000;
  const told = { degraded: { count: 1, atMs: nowMs - 60_000 } };
  const { events } = troubleNews(healthy(nowMs, told), true, graceMs);
  expect(events).toMatchObject([{ trouble: 'degraded', count: 0, atMs: nowMs, endedAtMs: sinceMs }]);
});

test('what was told is forgotten while nobody asks for it, so that no old end is told when somebody asks again', () => {
  const nowMs = sinceMs + 600_000;
  const told = {
    degraded: { count: 1, atMs: sinceMs - 60_000 },
    'instance-down': { count: 2, atMs: sinceMs },
  };
  const news = troubleNews(healthy(nowMs, told), false, graceMs);
  expect(news).toMatchObject({ events: [], told: { degraded: { count: 0 }, 'instance-down': { count: 0 } } });
  expect(troubleNews(healthy(nowMs, news.told ?? {}), true, graceMs).events).toEqual([]);
  const over = { degraded: { count: 0, atMs: 1 } };
  expect(troubleNews(healthy(nowMs, over), false, graceMs).told).toBe(over);
});

test('the end of a degraded phase that became an outage says so', () => {
  const told = { degraded: { count: 1, atMs: sinceMs - 60_000 } };
  const view = healthy(sinceMs, told);
  const down = troubleNews({ ...view, state: { ...view.state, status: 'Down' } }, true, graceMs);
  expect(down.told).toMatchObject({ degraded: { count: 1, wasDown: true } });
  const { events, told: after } = troubleNews(healthy(sinceMs, down.told ?? {}), true, graceMs);
  expect(events).toMatchObject([{ count: 0, wasDown: true }]);
  expect(after).toEqual({ degraded: { count: 0, atMs: sinceMs } });
});

test('the end of instances that were Down says when that was, though it waits for its time', () => {
  const told = { 'instance-down': { count: 1, atMs: sinceMs } };
  const first = troubleNews(healthy(sinceMs + 8_000, told), true, graceMs);
  expect(first).toMatchObject({ events: [], nextAtMs: sinceMs + 60_000 });
  const { events, told: after } = troubleNews(healthy(sinceMs + 60_000, first.told ?? {}), true, graceMs);
  expect(events).toMatchObject([{ trouble: 'instance-down', count: 0, endedAtMs: sinceMs + 8_000 }]);
  expect(after).toEqual({ 'instance-down': { count: 0, atMs: sinceMs + 60_000 } });
});

test('an end that was over before it was told is forgotten', () => {
  const told = { 'instance-down': { count: 1, atMs: sinceMs } };
  const first = troubleNews(healthy(sinceMs + 8_000, told), true, graceMs);
  const view = healthy(sinceMs + 20_000, first.told ?? {});
  const counts = { ...view.state.counts, Down: 1 };
  const again = troubleNews({ ...view, state: { ...view.state, counts } }, true, graceMs);
  expect(again.told).toEqual(told);
});
