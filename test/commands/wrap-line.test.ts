import { expect, test } from 'vitest';
import { wrapLine } from '../../src/commands/text-width.ts';

test('a line is broken between words, and what follows is indented', () => {
  expect(wrapLine('ok    one two three four', 14, '      ')).toBe('ok    one two\n      three\n      four');
});

test('a line that fits, and one that goes to no terminal, stay as they are', () => {
  expect(wrapLine('look  one two', 13, '      ')).toBe('look  one two');
  expect(wrapLine('look  one two', null, '      ')).toBe('look  one two');
});

test('a word that is longer than the line stays whole', () => {
  expect(wrapLine('a http://example.com/long b', 10, '  ')).toBe('a\n  http://example.com/long\n  b');
});
