import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globOf, matchesGlob, prefixOf } from '../../src/domain/glob.ts';

describe('matchesGlob', () => {
  test.each([
    ['*', ''],
    ['*', 'orders'],
    ['orders', 'orders'],
    ['nightly-*', 'nightly-'],
    ['nightly-*', 'nightly-import'],
    ['*-api', 'orders-api'],
    ['o*s', 'orders'],
    ['*a*b', 'xaxbxb'],
    ['**', 'orders'],
    ['order?', 'orders'],
    ['?*', 'o'],
    ['a.b', 'a.b'],
    ['?', '\u{1f600}'],
    ['a?b', 'a\u{1f600}b'],
    ['*\u{1f600}', '\u{1f600}\u{1f600}'],
    ['[ab](c)+', '[ab](c)+'],
    ['', ''],
    ['web-\\*', 'web-*'],
    ['\\?*', '?'],
    ['*\\\\', 'a\\'],
    ['a\\b', 'a\\b'],
    ['\\', '\\'],
  ])('%j matches %j', (pattern, text) => {
    expect(matchesGlob(pattern, text)).toBe(true);
  });

  test.each([
    ['', 'orders'],
    ['orders', ''],
    ['orders', 'orders2'],
    ['orders', 'my-orders'],
    ['Orders', 'orders'],
    ['nightly-*', 'daily-import'],
    ['*-api', 'orders-api-2'],
    ['order?', 'order'],
    ['?', ''],
    ['?', 'ab'],
    ['??', '\u{1f600}'],
    ['a.b', 'axb'],
    ['a+', 'aa'],
    ['*a*b', 'xaxbxc'],
    ['web-\\*', 'web-a'],
    ['\\?', 'a'],
    ['a\\*', 'a\\b'],
  ])('%j does not match %j', (pattern, text) => {
    expect(matchesGlob(pattern, text)).toBe(false);
  });

  test('it agrees with the regular expression that the pattern means', () => {
    const letters = (alphabet: string[]) =>
      fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(letters(['a', 'b', '.', '*', '?']), letters(['a', 'b', '.']), (pattern, text) => {
        const source = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(matchesGlob(pattern, text)).toBe(new RegExp(`^${source}$`).test(text));
      }),
      { numRuns: 300 },
    );
  });

  test('no pattern can hang the monitor', () => {
    let reads = 0;
    const readable = {
      get: (_: object, key: string | symbol) => {
        if (key === 'length') return 2_000;
        reads++;
        return 'a';
      },
    };
    const text = new Proxy({}, readable) as unknown as string;
    expect(matchesGlob(`${'a*'.repeat(60)}b`, text)).toBe(false);
    expect(reads).toBeLessThanOrEqual(2_000 * 121);
  });

  test('the pattern of a text matches that text and no other, and every text begins as its pattern says', () => {
    const texts = fc
      .array(fc.constantFrom('a', 'b', '*', '?', '\\'), { maxLength: 6 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(matchesGlob(globOf(one), other)).toBe(one === other);
        if (matchesGlob(one, other)) expect(other.startsWith(prefixOf(one))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
