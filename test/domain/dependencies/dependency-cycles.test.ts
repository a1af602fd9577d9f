import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependencyCycles } from '../../../src/domain/dependencies/dependency-cycles.ts';
import { globsOverlap } from '../../../src/domain/dependencies/globs-overlap.ts';
import { matchesGlob } from '../../../src/domain/glob.ts';

const rule = (service: string, dependsOn: string[], more = {}) => ({
  match: { service, ...more },
  dependsOn,
});
const ways = (rules: Parameters<typeof dependencyCycles>[0]) =>
  dependencyCycles(rules).map(({ rule: at, way }) => `${at}: ${way.join(' > ')}`);

describe('a cycle of dependencies', () => {
  test('is found however long it is, and each one in a file', () => {
    const rules = [rule('a', ['b']), rule('b', ['c']), rule('c', ['a']), rule('x', ['y']), rule('y', ['x'])];
    expect(ways(rules)).toEqual(['0: b > c > a > b', '3: y > x > y']);
  });

  test('is found where globs meet', () => {
    expect(ways([rule('web-*', ['api']), rule('a*', ['front'])])).toEqual([]);
    expect(ways([rule('web-*', ['api']), rule('a*', ['web-front'])])).toHaveLength(1);
    expect(ways([rule('web-*', ['api-*']), rule('*-main', ['w*'])])).toHaveLength(1);
  });

  test('is none where all depend on some, or where services are in different environments', () => {
    expect(ways([rule('*', ['db', 'queue-*'])])).toEqual([]);
    const [test_, live] = [{ environment: 'test' }, { environment: 'live*' }];
    expect(ways([rule('a', ['b'], test_), rule('b', ['a'], live)])).toEqual([]);
    expect(ways([rule('a', ['b'], live), rule('b', ['a'], { environment: '*-eu' })])).toHaveLength(1);
  });

  test('is looked for in what can be read', () => {
    expect(ways([null, rule('a', ['b']), rule('b', ['a'])])).toHaveLength(1);
  });

  test('is not looked for where labels decide, which nobody knows', () => {
    expect(ways([rule('a', ['b'], { labels: { team: 'x' } }), rule('b', ['a'])])).toEqual([]);
  });

  test('takes no time to look for among many rules that all meet', () => {
    const rules = Array.from({ length: 60 }, (_, i) =>
      rule(`s${i}`, [`s${(i + 1) % 60}`, `s${(i + 2) % 60}`, 'x*']),
    );
    expect(ways(rules).length).toBeGreaterThan(0);
  });
});

test('two globs overlap if, and only if, some text matches both', () => {
  const glob = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 5 });
  const texts = ['', ...['a', 'b'].flatMap((one) => lengthen([one], 5))];
  fc.assert(
    fc.property(glob, glob, (one, other) => {
      const both = texts.some((text) => matchesGlob(one, text) && matchesGlob(other, text));
      // Texts of five characters are long enough for globs of five, unless these say more than that together.
      if (both) expect(globsOverlap(one, other)).toBe(true);
      if (!one.includes('*') || !other.includes('*')) expect(globsOverlap(one, other)).toBe(both);
    }),
    { numRuns: 2_000 },
  );
});

/** All texts of `a` and `b` that begin with these, up to a length. */
function lengthen(texts: string[], length: number): string[] {
  const longer = texts.flatMap((text) => (text.length < length ? [`${text}a`, `${text}b`] : []));
  return longer.length === 0 ? texts : [...texts, ...lengthen(longer, length)];
}
