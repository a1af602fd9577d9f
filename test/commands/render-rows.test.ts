import { expect, test } from 'vitest';
import { renderRows } from '../../src/commands/render-rows.ts';

test('columns stand in line whatever script is in them', () => {
  const rows = [
    ['orders', 'a'],
    ['注文サービス', 'b'],
    ['Su\u0308d', 'c'],
    ['👩‍🚒 fire', 'd'],
  ];
  expect(renderRows(['SERVICE', 'X'], rows, null)).toBe(
    [
      'SERVICE       X',
      'orders        a',
      '注文サービス  b',
      'Su\u0308d           c',
      '👩‍🚒 fire       d',
      '',
    ].join('\n'),
  );
});

test('a line break in a cell begins no row', () => {
  expect(renderRows(['X', 'Y'], [['a\n\tb', 'c']], null)).toBe('X    Y\na b  c\n');
});

test('long cells are cut where the table does not fit the terminal, but in the last column, and never elsewhere', () => {
  const [long, wide] = ['x'.repeat(128), '注'.repeat(30)];
  const rows = [
    ['1', long, long],
    ['2', wide, 'short'],
  ];
  const head = ['ID', 'NAME', 'REASON'];
  const [, first, second] = renderRows(head, rows, 120).split('\n');
  expect(first).toBe(`1   ${'x'.repeat(39)}…  ${long}`);
  expect(second).toBe(`2   ${'注'.repeat(19)}…   short`);
  expect(renderRows(head, rows, null)).toContain(`1   ${long}  ${long}`);
  // Wide enough is wide enough.
  expect(renderRows(head, rows, 262)).toBe(renderRows(head, rows, null));
});
