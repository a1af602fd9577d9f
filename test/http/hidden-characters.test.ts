import { expect, it } from 'vitest';
import { hasHiddenCharacters } from '../../src/http/schemas/hidden-characters.ts';

it.each([
  'Orders (EU)',
  'नमस्ते',
  'क्‍ष',
  'می‌خواهم',
  'ครับ',
  '注文',
  '🛠️ tools',
  '❤️',
  '1️⃣ first',
  '👩‍💻 team',
  '👍🏽',
  'é',
  'C#',
])('%s is a name that everybody sees', (name) => {
  expect(hasHiddenCharacters(name)).toBe(false);
});

it.each([
  ['a Hangul filler', '\u3164'],
  ['an empty Braille cell', 'a\u2800'],
  ['a tag between letters', 'a\u{E0041}b'],
  ['a joiner that joins nothing', 'check\u034Fout'],
  ['a joiner between Latin letters', 'check\u200Dout'],
  ['a non-joiner at the end of a Latin word', 'checkout\u200C'],
  ['a variation of a letter', 'check\uFE0Fout'],
  ['an old shaping control', 'a\u206Ab'],
  ['no character', 'a\uFFFF'],
  ['one that has a meaning by agreement only', '\uE000'],
  ['a heap of accents', `a${'\u0301'.repeat(100)}`],
  ['a soft hyphen', 'check\u00ADout'],
  ['a space without width', 'check\u200Bout'],
])('%s is refused', (_, name) => {
  expect(hasHiddenCharacters(name)).toBe(true);
});
