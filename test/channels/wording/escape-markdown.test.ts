import { expect, test } from 'vitest';
import { escapeMarkdown } from '../../../src/channels/wording/escape-markdown.ts';

const joiner = '\u2060';

test.each([
  [
    '*bold* _em_ `code` ~~gone~~ ||secret||',
    '\\*bold\\* \\_em\\_ \\`code\\` \\~\\~gone\\~\\~ \\|\\|secret\\|\\|',
  ],
  ['[a](https://b)', `[a]${joiner}(https:${joiner}//b)`],
  ['[a]: b', `[a]${joiner}: b`],
  ['# heading', `\\# heading`],
  ['> quote', '\\> quote'],
  ['- item', '\\- item'],
  ['1. item', '1\\. item'],
  ['a\\*b', 'a\\\\\\*b'],
  [
    '@everyone <@1> <#2> <!here> #a',
    `@${joiner}everyone <${joiner}@${joiner}1> <${joiner}#${joiner}2> <${joiner}!here> #${joiner}a`,
  ],
  [':fire: www.evil.example', `:${joiner}fire: www${joiner}.evil.example`],
])('what would be mark-up, a mention or a link is text: %s', (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});

test.each([
  '[Down] checkout (production): silent since 03:12:04 UTC',
  'web-1:8080, 2026-11-21 03:12:04 UTC',
  'a + b = c, 97.3 %',
])('what is none stays readable on a lock screen: %s', (text) => expect(escapeMarkdown(text)).toBe(text));
