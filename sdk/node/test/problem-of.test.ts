import { expect, test } from 'vitest';
import { problemOf } from '../src/api/problem-of.ts';
import { wire } from './support/wire.ts';

interface Vector {
  what: string;
  status: number;
  body: string;
  location?: string;
  says: string[];
  hides?: string[];
}

const { address, answers } = wire('misdirected-vectors') as unknown as { address: string; answers: Vector[] };

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
