import fc from 'fast-check';

/** One change to a JSON value; `at` says where, as a share of all the places there are. */
interface Change {
  kind: 'replace' | 'remove' | 'add';
  at: number;
  key: string;
  value: unknown;
}

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

/** What other programs stumble over. */
const oddValues: unknown[] = [
  ...[null, true, -1, 0, 1.5, 2 ** 53, 1e308, -0, '', ' ', '0', 'null', 'NaN', '\0', '\r\nX: 1', '\u202e'],
  ...['\ud800', '\u{1f600}', '\ufeff', '../../etc/passwd', '<script>', '{{7*7}}', "';--", '${x}', '%s%n'],
  ...['x'.repeat(300), 'x'.repeat(20_000), [], {}, [[]], deep(31), deep(40), { $ne: null }, [null]],
  ...[JSON.parse('{"__proto__":{"a":1}}'), { constructor: { prototype: { a: 1 } } }, { toString: 1 }],
  Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, i])),
  ...['9223372036854775807', '1e999', '-0', '1.0', '1E-400', '0.1234567890123456789'].map((text) =>
    JSON.rawJSON(text),
  ),
];

const oddKeys = [
  '__proto__',
  'constructor',
  'isAdmin',
  '',
  'a'.repeat(65),
  '\0',
  'instanceId',
  'metadata',
  'é',
];

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom<Change['kind']>('replace', 'replace', 'remove', 'add'),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    key: fc.oneof(fc.constantFrom(...oddKeys), fc.string({ maxLength: 8 })),
    value: fc.oneof(
      fc.constantFrom(...oddValues),
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
    ),
  }),
  { maxLength: 3 },
);

/** Values with up to three things changed somewhere in them. */
export function mutatedJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(values, changes).map(([value, all]) => all.reduce(change, copyOf(value)));
}

function change(root: unknown, { kind, at, key, value }: Change): unknown {
  const holder = { root };
  const places = placesIn(holder);
  const place = places[Math.floor(at * places.length)];
  if (place === undefined) return root;
  const [parent, name] = place;
  const target = parent[name];
  const own = copyOf(value);
  if (kind === 'replace') parent[name] = own;
  else if (kind === 'remove') delete parent[name];
  else if (isHolder(target)) define(target as Record<string, unknown>, key, own);
  return holder.root;
}

type Place = [parent: Record<string, unknown>, name: string];

function placesIn(parent: object): Place[] {
  return Object.keys(parent).flatMap((name) => {
    const value = (parent as Record<string, unknown>)[name];
    const own: Place = [parent as Record<string, unknown>, name];
    return isHolder(value) ? [own, ...placesIn(value)] : [own];
  });
}

function copyOf(value: unknown): unknown {
  if (!isHolder(value)) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy = {};
  for (const [key, held] of Object.entries(value)) define(copy, key, copyOf(held));
  return copy;
}

/** A number that is kept as its text holds nothing. */
function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value);
}

/** Also where the key is `__proto__`: it is to be sent, not to be obeyed here. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
