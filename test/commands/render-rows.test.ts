import { expect, test } from 'vitest';
import { renderRows } from '../../src/commands/render-rows.ts';

test('columns stand in line whatever script is in them', () => {
  const rows = [
    ['orders', 'a'],
    ['注文サービス', 'b'],
    ['Su\u0308d', 'c'],
    ['👩‍🚒 fire', 'd'],
  ];
  expect(renderRows(['SERVICE', 'X'], rows)).toBe(
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
  expect(renderRows(['X', 'Y'], [['a\n\tb', 'c']])).toBe('X    Y\na b  c\n');
});
