import { describe, expect, test } from 'vitest';
import { asksForTrouble } from '../../src/domain/asks-for-trouble.ts';
import type { ServiceState, StatusCounts } from '../../src/domain/roll-up-status.ts';
import type { ServiceStatus } from '../../src/domain/status.ts';
import { type ToldTrouble, tellTrouble } from '../../src/domain/tell-trouble.ts';

const graceMs = 6_000;
const sinceMs = 1_000_000;
const none: StatusCounts = { Pending: 0, Healthy: 0, Degraded: 0, Down: 0, Recovered: 0 };

const stateOf = (status: ServiceStatus, counts: Partial<StatusCounts> = { Healthy: 1 }): ServiceState => ({
  ...{ status, sinceMs, shortSinceMs: null },
  counts: { ...none, ...counts },
});

describe('telling that a service is Degraded', () => {
  const tell = (status: ServiceStatus, nowMs: number, told?: ToldTrouble) =>
    tellTrouble('degraded', told, stateOf(status), graceMs, nowMs);

  test('waits for the grace, so that what is over by then is told to nobody', () => {
    expect(tell('Degraded', sinceMs)).toEqual({ kind: 'wait', untilMs: sinceMs + graceMs });
    expect(tell('Degraded', sinceMs + graceMs - 1)).toEqual({ kind: 'wait', untilMs: sinceMs + graceMs });
    expect(tell('Degraded', sinceMs + graceMs)).toEqual({ kind: 'tell', count: 1 });
    expect(tell('Healthy', sinceMs)).toEqual({ kind: 'nothing' });
  });

  test('is done once, and its end once', () => {
    const told = { count: 1, atMs: sinceMs };
    expect(tell('Degraded', sinceMs + 100_000, told)).toEqual({ kind: 'nothing' });
    expect(tell('Healthy', sinceMs + 100_000, told)).toEqual({ kind: 'tell', count: 0 });
    expect(tell('Stopped', sinceMs + 100_000, told)).toEqual({ kind: 'tell', count: 0 });
    expect(tell('Healthy', sinceMs + 100_000, { count: 0, atMs: sinceMs })).toEqual({ kind: 'nothing' });
  });

  test('is done at most once a minute', () => {
    const told = { count: 1, atMs: sinceMs + 10_000 };
    expect(tell('Healthy', sinceMs + 20_000, told)).toEqual({ kind: 'wait', untilMs: sinceMs + 70_000 });
    expect(tell('Healthy', sinceMs + 70_000, told)).toEqual({ kind: 'tell', count: 0 });
    const over = { count: 0, atMs: sinceMs - 10_000 };
    expect(tell('Degraded', sinceMs + graceMs, over)).toEqual({ kind: 'wait', untilMs: sinceMs + 50_000 });
  });

  test.each(['Down', 'Recovered'] as const)(
    'says nothing while the service is %s: its incident does',
    (status) => {
      expect(tell(status, sinceMs + 100_000, { count: 1, atMs: sinceMs })).toEqual({ kind: 'nothing' });
      expect(tell(status, sinceMs + 100_000)).toEqual({ kind: 'nothing' });
    },
  );
});

describe('telling that instances are Down beside living ones', () => {
  const tell = (
    counts: Partial<StatusCounts>,
    told?: ToldTrouble,
    status: ServiceStatus = 'Degraded',
    nowMs = sinceMs,
  ) => tellTrouble('instance-down', told, stateOf(status, counts), graceMs, nowMs);

  test('is done at once, and again when there are more', () => {
    expect(tell({ Healthy: 2 })).toEqual({ kind: 'nothing' });
    expect(tell({ Healthy: 2, Down: 1 })).toEqual({ kind: 'tell', count: 1 });
    const told = { count: 1, atMs: sinceMs };
    expect(tell({ Healthy: 2, Down: 1 }, told)).toEqual({ kind: 'nothing' });
    expect(tell({ Healthy: 1, Down: 2 }, told)).toEqual({ kind: 'wait', untilMs: sinceMs + 60_000 });
    expect(tell({ Healthy: 1, Down: 2 }, told, 'Degraded', sinceMs + 60_000)).toEqual({
      kind: 'tell',
      count: 2,
    });
  });

  test('that there are fewer is told to nobody, but counts: one more is new then', () => {
    const told = { count: 3, atMs: sinceMs - 60_000 };
    expect(tell({ Healthy: 2, Down: 2 }, told)).toEqual({ kind: 'lower', count: 2 });
    expect(tell({ Degraded: 1, Down: 3 }, { ...told, count: 2 })).toEqual({ kind: 'tell', count: 3 });
  });

  test('that the last one went Down is an outage, though the service is not Down yet', () => {
    expect(tell({ Down: 4 })).toEqual({ kind: 'nothing' });
  });

  test('its end is told, and nothing while all are Down', () => {
    const told = { count: 2, atMs: sinceMs - 60_000 };
    expect(tell({ Healthy: 2 }, told, 'Healthy')).toEqual({ kind: 'tell', count: 0 });
    expect(tell({ Down: 4 }, told, 'Down')).toEqual({ kind: 'nothing' });
    expect(tell({ Down: 4 }, undefined, 'Down')).toEqual({ kind: 'nothing' });
  });
});

describe('asksForTrouble', () => {
  const routing = (events: ('down' | 'degraded')[]) => ({
    ...{ mode: 'all-matches' as const, defaultChannels: [] },
    routes: [{ match: {}, events, channels: ['a'] }],
  });

  test.each([
    ['nobody, unless somebody says so', [{}], null, false],
    ['no channel for incidents and health', [{ events: ['incidents', 'health'] as const }], null, false],
    ['a channel that does', [{}, { events: ['instance-down'] as const }], null, true],
    ['a route that does', [{}], routing(['down', 'degraded']), true],
    ['no other route', [{}], routing(['down']), false],
  ])('%s', (_title, channels, routes, asks) => {
    expect(asksForTrouble(channels, routes)).toBe(asks);
  });
});
