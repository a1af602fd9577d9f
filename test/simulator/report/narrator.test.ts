import { expect, test } from 'vitest';
import { Narrator } from '../../../src/simulator/report/narrator.ts';

function narratorOn(columns: number | null): { narrator: Narrator; told: string[] } {
  const told: string[] = [];
  const out = {
    stdout: () => undefined,
    stderr: (text: string) => void told.push(text),
    columns,
    colour: false,
  };
  return { narrator: new Narrator(out), told };
}

test('a terminal shows one line of progress, rewritten and never wrapped', () => {
  const { narrator, told } = narratorOn(30);
  narrator.progress('a line that is longer than the terminal is wide');
  narrator.progress('second');
  narrator.end();
  expect(told.map((text) => text.length)).toEqual([29, 5, 16, 5]);
  expect(told[1]).toBe('\r\u001b[2K');
  expect(told.join('')).not.toContain('\n');
});

test('a file gets whole lines, and no progress more often than each five seconds', () => {
  const { narrator, told } = narratorOn(null);
  narrator.progress('first');
  narrator.progress('second');
  narrator.say('an event');
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/^\d\d:\d\d:\d\d {2}first\n$/);
  expect(told[1]).toMatch(/an event\n$/);
});
