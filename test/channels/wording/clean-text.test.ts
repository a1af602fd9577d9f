import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from '../../../src/channels/wording/clean-text.ts';

describe('cleaning text', () => {
  test('leaves names of other languages alone', () => {
    expect(cleanText('Zahlung-Übersicht 支払い')).toBe('Zahlung-Übersicht 支払い');
  });

  test('cuts what is too long and says so, without splitting a character', () => {
    expect(cleanText('😀😀😀😀', 3)).toBe('😀😀…');
  });

  test('whatever comes in, one line without control or bidirectional characters comes out', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(anything, (text) => {
        const clean = cleanText(text, 100);
        expect(clean).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect([...clean].length).toBeLessThanOrEqual(100);
      }),
    );
  });
});
