import { expect, test } from 'vitest';
import { giveBackMemory } from '../../src/compose/give-back-memory.ts';
import { eventually } from '../support/eventually.ts';

const committed = () => process.memoryUsage().heapTotal;

test('a process that rests gives back the memory that it no longer needs', async () => {
  const closes: (() => unknown)[] = [];
  let held: number[][] | null = Array.from({ length: 2_000 }, (_, i) =>
    Array.from({ length: 4_000 }, () => i),
  );
  expect(held).toHaveLength(2_000);
  const before = committed();
  held = null;
  giveBackMemory({ add: (_, close) => void closes.push(close) }, 100);
  await eventually('it was given back', () => committed() < before - 40 * 2 ** 20);
  for (const close of closes) close();
});
