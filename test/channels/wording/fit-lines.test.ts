import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkdown } from '../../../src/channels/wording/escape-markdown.ts';
import { fitLine, fitLines } from '../../../src/channels/wording/fit-lines.ts';

const link = 'https://monitor.example.com/#/incidents/1';

test('what fits is whole', () => {
  expect(fitLines(['one', 'two'], link, { maxLength: 100 })).toBe(`one\ntwo\n${link}`);
});

test('the line that does not fit is shortened, those behind it are left out, and the link is whole', () => {
  const text = fitLines(['one', 'x'.repeat(100), 'three'], link, { maxLength: 60 });
  expect(text).toBe(`one\n${'x'.repeat(60 - 4 - 1 - 1 - link.length)}…\n${link}`);
});

test('the link alone is sent where nothing else has room', () => {
  expect(fitLines(['one'], link, { maxLength: link.length })).toBe(link);
  expect(fitLines(['one'], link, { maxLength: 3 })).toBe(link);
});

test('no text is longer than asked, cut inside an escape or a character, or without its link', () => {
  const word = fc.array(fc.constantFrom('*', 'a', '😀', '\\', '@b', ' '), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 5 }),
      fc.integer({ min: link.length, max: 200 }),
      (words, maxLength) => {
        const lines = words.map((parts) => parts.join(''));
        const text = fitLines(lines, link, { maxLength, escape: escapeMarkdown });
        expect(text.length).toBeLessThanOrEqual(maxLength);
        expect(text.endsWith(link)).toBe(true);
        expect(text.isWellFormed()).toBe(true);
        expect(text.slice(0, -link.length).replace(/\\[\\*]/g, '')).not.toMatch(/[\\*]/);
      },
    ),
  );
});

test('lengths are counted as the provider does', () => {
  const bytes = (text: string) => Buffer.byteLength(text);
  expect(fitLine('äöü', { maxLength: 6, lengthOf: bytes })).toBe('äöü');
  expect(fitLine('äöüß', { maxLength: 6, lengthOf: bytes })).toBe('ä…');
});
