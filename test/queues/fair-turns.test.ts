import { expect, test } from 'vitest';
import { FairTurns } from '../../src/queues/fair-turns.ts';

test('the first message of a source has its turn with the first of another, however many that has', () => {
  const turns = new FairTurns();
  const loud = Array.from({ length: 500 }, () => turns.next('mail', 'staging'));
  expect(loud.at(-1)).toBe(500);
  expect(turns.next('mail', 'production')).toBe(1);
  expect(turns.next('mail', 'production')).toBe(2);
});

test('who comes later does not overtake what waits by more than one turn of each', () => {
  const turns = new FairTurns();
  for (let i = 0; i < 500; i++) turns.next('mail', 'staging');
  turns.begun('mail', 300);
  expect(turns.next('mail', 'production')).toBe(301);
  expect(turns.next('mail', 'staging')).toBe(501);
});

test('what is nobody’s is next, and the turns of one queue are not those of another', () => {
  const turns = new FairTurns();
  turns.begun('mail', 42);
  expect(turns.next('mail', null)).toBe(43);
  expect(turns.next('mail', null)).toBe(43);
  expect(turns.next('chat', 'staging')).toBe(1);
});

test('begins anew before the numbers end, and forgets sources that have nothing waiting', () => {
  const turns = new FairTurns();
  turns.begun('mail', 1_999_999);
  expect(turns.next('mail', 'staging')).toBe(2_000_000);
  turns.begun('mail', 2_000_000);
  expect(turns.next('mail', 'staging')).toBe(1);
});
