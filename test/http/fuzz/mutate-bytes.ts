import fc from 'fast-check';

interface Edit {
  kind: 'flip' | 'insert' | 'remove' | 'repeat' | 'cut';
  at: number;
  length: number;
  bytes: Buffer;
}

/** Pieces of HTTP that mean something in the wrong place. */
const tokens = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\0',
    ':',
    ' ',
    '\t',
    ',',
    ';',
    '"',
    '\\',
    '%',
    '%00',
    '%zz',
    '//',
    '/../',
  ],
  ...[
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: xchunked\r\n',
    '0\r\n\r\n',
  ],
  ...[
    'HTTP/1.0',
    'HTTP/3.0',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'X-API-Key: zzz\r\n',
  ],
  ...[
    'Host: \r\n',
    'Expect: 100-continue\r\n',
    'Connection: close\r\n',
    ' folded\r\n',
    'ffffffffffffffff\r\n',
  ],
].map((text) => Buffer.from(text, 'latin1'));

const odd = ['\x16\x03\x01\x02\x00', '\xff\xfe', '\xc0\xaf', '\xed\xa0\x80', '\x7f', '\x80'].map((text) =>
  Buffer.from(text, 'latin1'),
);

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom<Edit['kind']>(
      'flip',
      'flip',
      'insert',
      'insert',
      'insert',
      'remove',
      'repeat',
      'cut',
    ),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 40 }),
    bytes: fc.oneof(
      fc.constantFrom(...tokens, ...odd),
      fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Requests with a few bytes changed, put in, left out or doubled, or cut off. */
export function mutatedBytes(requests: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc.tuple(requests, edits).map(([request, all]) => all.reduce(edit, request));
}

function edit(given: Buffer, { kind, at, length, bytes }: Edit): Buffer {
  const start = Math.floor(at * given.length);
  const before = given.subarray(0, start);
  const after = given.subarray(start + length);
  switch (kind) {
    case 'flip': {
      const copy = Buffer.from(given);
      if (start < copy.length) copy[start] = (copy[start] ?? 0) ^ (1 << (length % 8));
      return copy;
    }
    case 'insert':
      return Buffer.concat([before, bytes, given.subarray(start)]);
    case 'remove':
      return Buffer.concat([before, after]);
    case 'repeat':
      return Buffer.concat([given.subarray(0, start + length), given.subarray(start)]);
    case 'cut':
      return Buffer.from(before);
    default:
      return kind satisfies never;
  }
}
