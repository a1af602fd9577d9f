import { expect, test } from 'vitest';
import { problemOf } from '../src/api/problem-of.ts';
import { oneLine } from '../src/one-line.ts';
import { LoggedTroubles } from '../src/session/logged-troubles.ts';
import { wire } from './support/wire.ts';

interface Vectors {
  address: string;
  answers: {
    what: string;
    status: number;
    body: string;
    location?: string;
    says: string[];
    hides?: string[];
  }[];
  texts: { sent: string; said: string }[];
  longest: { character: string; times: number };
  outages: {
    what: string;
    attempts: { atMs: number; trouble?: false; status: number | null; said: boolean }[];
  }[];
}

const { address, answers, texts, longest, outages } = wire('trouble-vectors') as unknown as Vectors;

test.for(answers)(
  '$what is called what it is, in one line',
  ({ status, body: text, location, ...expected }) => {
    let body: unknown = text === '' ? null : undefined;
    try {
      body = JSON.parse(text);
    } catch {
      // It is none.
    }
    const line = problemOf({ status, text, location: location ?? null, body }, `POST ${address}`);
    for (const part of [address, String(status), ...expected.says]) expect(line).toContain(part);
    for (const part of expected.hides ?? []) expect(line).not.toContain(part);
    expect(line).not.toMatch(/\n|<\w/);
  },
);

test.for(texts)('what others wrote becomes one clean line: $said', ({ sent, said }) => {
  expect(oneLine(sent)).toBe(said);
});

test('what others wrote is cut where the vectors say, and never in the middle of a character', () => {
  const { character, times } = longest;
  expect(oneLine(character.repeat(times))).toBe(character.repeat(times));
  expect(oneLine(character.repeat(times + 1))).toBe(`${character.repeat(times - 1)}…`);
  expect(oneLine('half \ud83d pair')).toBe('half pair');
});

test.for(outages)('of an outage, $what', ({ attempts }) => {
  const troubles = new LoggedTroubles();
  for (const { atMs, trouble, status, said } of attempts) {
    if (trouble === false) troubles.end();
    else expect(troubles.isNews(status ?? 'no-answer', atMs)).toBe(said);
  }
});
