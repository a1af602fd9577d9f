import { expect, test } from 'vitest';
import {
  describeOutage,
  nameCause,
  type OutageFacts,
} from '../../../src/domain/failure-domains/describe-outage.ts';

const at = (hours: number, minutes: number, seconds: number) =>
  86_400_000 * 20_000 + 1000 * (3600 * hours + 60 * minutes + seconds);

const facts: OutageFacts = {
  cause: { kind: 'host', values: ['h7'], serviceId: null },
  versionOf: null,
  silent: 12,
  members: 12,
  firstSilentAtMs: at(14, 2, 11),
  lastSilentAtMs: at(14, 2, 38),
  down: ['cart', 'mail'],
  weakened: 9,
  notExplained: ['payments'],
};
const many = Array.from({ length: 12 }, (_, number) => `s${number}`);

test('an outage is told with its place, its figures, its time and its services', () => {
  expect(describeOutage(facts)).toBe(
    'Host h7 is silent: 12 of 12 instances since 14:02:11–38 UTC. Down: cart, mail. Weakened: 9 services. Not explained by it: payments.',
  );
});

test('what there is nothing of is left out', () => {
  const short = { ...facts, down: [], weakened: 1, notExplained: [] };
  expect(describeOutage(short)).toBe(
    'Host h7 is silent: 12 of 12 instances since 14:02:11–38 UTC. Weakened: 1 service.',
  );
  expect(describeOutage({ ...short, weakened: 0 })).toMatch(/UTC\.$/);
});

test('of the time only what differs is told twice', () => {
  const from = (lastSilentAtMs: number) => describeOutage({ ...facts, lastSilentAtMs });
  expect(from(at(14, 2, 11))).toContain('since 14:02:11 UTC.');
  expect(from(at(14, 3, 5))).toContain('since 14:02:11–14:03:05 UTC.');
});

test('several values are named together, and a version with its service', () => {
  const hosts = { ...facts, cause: { kind: 'host' as const, values: ['h7', 'h8'], serviceId: null } };
  expect(describeOutage(hosts)).toMatch(/^Hosts h7, h8 are silent: /);
  const version = { kind: 'serviceVersion' as const, values: ['2.0'], serviceId: 's' };
  expect(nameCause(version, 'cart')).toBe('Version 2.0 of cart');
  expect(nameCause({ kind: 'everything' }, null)).toBe('Everything');
});

test('a long list is cut, but not in the reminder', () => {
  expect(describeOutage({ ...facts, down: many })).toContain(
    'Down: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more.',
  );
  expect(describeOutage({ ...facts, down: many }, true)).toContain(`Down: ${many.join(', ')}.`);
});

test('everything at once says how much, and what is suspect', () => {
  const all = { ...facts, cause: { kind: 'everything' as const }, silent: 6_299, members: 10_000 };
  expect(describeOutage({ ...all, down: [], weakened: 0, notExplained: [] })).toBe(
    '62 % of all instances are silent: 6,299 of 10,000 instances since 14:02:11–38 UTC. Suspect the network or the monitor.',
  );
});
