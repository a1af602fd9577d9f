import { expect, it } from 'vitest';
import { formatLong } from '../../src/dashboard/wall/format-long.ts';
import { countOthers, wallServices } from '../../src/dashboard/wall/wall-services.ts';
import { all, renderPage, textIn } from './render-page.ts';
import { aService, at, nightMs } from './things.ts';

const services = [
  aService({ serviceId: '1', serviceName: 'well' }),
  aService({ serviceId: '2', serviceName: 'late', status: 'Degraded', since: at(50) }),
  aService({ serviceId: '3', serviceName: 'down-for-long', status: 'Down', since: at(-9_000) }),
  aService({ serviceId: '4', serviceName: 'down-now', status: 'Down', since: at(0) }),
  aService({ serviceId: '5', serviceName: 'waits', status: 'Pending' }),
];

it('the wall shows what is not well, worst first, and what is new before what was seen already', () => {
  expect(wallServices(services).map(({ serviceName }) => serviceName)).toEqual([
    'down-now',
    'down-for-long',
    'late',
  ]);
  expect(countOthers(wallServices(services).slice(1))).toBe('1 Down, 1 Degraded');
});

it('the wall changes once a minute', () => {
  expect([0, 59_999, 60_000, 3_700_000].map(formatLong)).toEqual([
    'just now',
    'just now',
    '1 min',
    '1 h 1 min',
  ]);
});

it('the wall has the worst news, the counts, the clock, and says when it has no contact', () => {
  const page = (change = {}) =>
    textIn(
      renderPage({ route: { page: 'wall' }, services: all(...services), nowMs: nightMs, ...change }),
      '|',
    );
  expect(page()).toMatch(/2 services are Down/);
  expect(page()).toMatch(/2[|]+ [|]+Down/);
  expect(page()).toMatch(/[|]\d\d:\d\d:04[|]/);
  expect(page()).not.toMatch(/No contact/);
  const failing = {
    kind: 'failing',
    why: 'unreachable',
    reason: 'Nothing answers.',
    sinceMs: nightMs,
  } as const;
  expect(page({ connection: failing, nowMs: nightMs + 60_000 })).toMatch(
    /No contact to the monitor[^]*1 min ago/,
  );
});
