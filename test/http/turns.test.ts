import { expect, it } from 'vitest';
import { Turns } from '../../src/http/turns.ts';

function openTurns(mostRunning: number, mostWaiting: number) {
  const turns = new Turns(mostRunning, mostWaiting);
  const begun: string[] = [];
  const gone = new Set<string>();
  const ask = (caller: string, name: string) =>
    turns.ask(
      caller,
      () => !gone.has(name),
      () => begun.push(name),
    );
  return { turns, begun, gone, ask };
}

it('lets so many run, and the next when one is done', () => {
  const { turns, begun, ask } = openTurns(2, 10);
  for (const name of ['a1', 'a2', 'a3']) expect(ask('a', name)).toBe(true);
  expect(begun).toEqual(['a1', 'a2']);
  turns.done();
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  for (let i = 0; i < 2; i++) turns.done();
  ask('a', 'a4');
  expect(begun.at(-1)).toBe('a4');
});

it('takes callers in turn, however much one of them asks for', () => {
  const { turns, begun, ask } = openTurns(1, 10);
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  ask('b', 'b1');
  ask('c', 'c1');
  for (let i = 0; i < 5; i++) turns.done();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

it('refuses what is too much for one caller, and no other', () => {
  const { ask } = openTurns(1, 2);
  expect(['1', '2', '3', '4'].map((name) => ask('a', name))).toEqual([true, true, true, false]);
  expect(ask('b', 'b1')).toBe(true);
});

it('passes over whoever has gone', () => {
  const { turns, begun, gone, ask } = openTurns(1, 10);
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  gone.add('a2');
  turns.done();
  expect(begun).toEqual(['a1', 'a3']);
});
