import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactJson } from '../../src/domain/exact-json.ts';

const digits = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`)).map((text) => text);
const whole = fc.oneof(
  fc.constant('0'),
  digits(0, 30).chain((rest) => fc.constantFrom(...'123456789').map((first) => first + rest)),
);
const fraction = fc.oneof(
  fc.constant(''),
  digits(1, 25).map((text) => `.${text}`),
);
const exponent = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits(1, 2)).map((parts) => parts.join('')),
  },
);
/** Every form of a number that JSON allows. */
const numbers = fc.tuple(fc.constantFrom('', '-'), whole, fraction, exponent).map((parts) => parts.join(''));

test.each(['9223372036854775807', '-0', '1.0', '1e2', '1E-05', '0.10', '0.0000001', '123456789012345678.25'])(
  'the number %s is written as it was read',
  (number) => {
    const text = `{"a":${number},"b":[${number},{"c":${number}}],"d":"${number}"}`;
    expect(JSON.stringify(exactJson.parse(text))).toBe(text);
    expect(exactJson.digitsOf((exactJson.parse(text) as { a: unknown }).a)).toBe(number);
  },
);

test('whatever is sent, what is written again has the same digits', () => {
  const values = fc.oneof(
    numbers,
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('null', 'true'),
  );
  const texts = fc.oneof(
    values,
    fc.array(values).map((all) => `[${all.join()}]`),
    fc.array(values).map((all) => `{${all.map((value, i) => `"k${i}":${value}`).join()}}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(JSON.stringify(exactJson.parse(text))).toBe(text);
    }),
    { numRuns: 3_000 },
  );
});

test('a number that needs no care is a number, and what is none has no digits', () => {
  expect(exactJson.parse('{"a":12.5,"b":420}')).toEqual({ a: 12.5, b: 420 });
  expect(exactJson.digitsOf(12.5)).toBe('12.5');
  for (const value of ['12', true, null, {}, [1], { rawJSON: '1' }])
    expect(exactJson.digitsOf(value)).toBeNull();
});

test('a key named __proto__ is a key', () => {
  const read = exactJson.parse('{"__proto__":{"a":1.0},"constructor":1e1}') as object;
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(JSON.stringify(read)).toBe('{"__proto__":{"a":1.0},"constructor":1e1}');
});
