import { expect, test } from 'vitest';
import { isMeant } from '../src/session/is-meant.ts';
import { wire } from './support/wire.ts';

interface Vectors {
  says: { exitCode: number | null; crashed: boolean; goodbye: boolean }[];
}

const vectors = wire('goodbye-vectors') as unknown as Vectors;

test.for(vectors.says)('exit code $exitCode, crashed $crashed: goodbye $goodbye', (vector) => {
  expect(isMeant({ exitCode: vector.exitCode, hasCrashed: vector.crashed })).toBe(vector.goodbye);
});
