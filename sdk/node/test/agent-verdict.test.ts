import { expect, test } from 'vitest';
import { Verdict } from '../src/cli/agent/verdict.ts';

test('only so many failed looks in a row make the thing failing, and one that is well ends that', () => {
  const verdict = new Verdict(3);
  const looks = [true, false, false, true, false, false, false, false, true];
  expect(looks.map((isWell, second) => verdict.after(isWell, second * 1000))).toEqual([
    ...['became-well', 'none', 'none', 'none', 'none', 'none', 'became-failing', 'none', 'became-well'],
  ]);
});

test('a thing that was never well becomes failing after as many looks', () => {
  const verdict = new Verdict(2);
  expect([verdict.after(false, 0), verdict.isWell]).toEqual(['none', null]);
  expect([verdict.after(false, 1000), verdict.isWell]).toEqual(['became-failing', false]);
  expect(verdict.notWellForMs(5000)).toBe(null);
});

test('it is not well since the last look that was', () => {
  const verdict = new Verdict(1);
  verdict.after(true, 1000);
  expect(verdict.notWellForMs(4000)).toBe(0);
  verdict.after(false, 5000);
  verdict.after(false, 6000);
  expect(verdict.notWellForMs(9000)).toBe(8000);
});
