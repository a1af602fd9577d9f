import { expect } from 'vitest';
import { requests } from './requests.ts';
import type { Given, Row } from './row.ts';

function accepted(row: number, name: string, bytes: Row['bytes']): Row {
  return { row, name, bytes, status: 200, code: null, closes: false };
}

const body = ({ instanceId }: Given, more = '') => `{"instanceId":"${instanceId}"${more}}`;

/** The rows of the table that are odd but right, and are answered with 200. */
export const acceptedRows: Row[] = [
  accepted(22, 'a key that stands twice: the last one counts', (given) =>
    requests.beat(given, `{"instanceId":"wrong","instanceId":"${given.instanceId}"}`),
  ),
  accepted(30, 'a byte order mark', (given) => requests.beat(given, `\uFEFF${body(given)}`)),
  accepted(33, 'a whole surrogate pair, escaped', (given) =>
    requests.beatWith(given, '{"a":"\\ud83d\\ude00"}'),
  ),
  ...['constructor', 'hasOwnProperty', 'toString', 'prototype', '__proto__', '\\u005f_proto__'].map((key) =>
    accepted(27, `a metadata key "${key}"`, (given) =>
      requests.beatWith(given, `{"${key}":{"prototype":{"a":1}}}`),
    ),
  ),
  ...[
    '<script>alert(1)</script>',
    'Orders (EU)',
    'R&D',
    'C#',
    'नमस्ते',
    '\u{1f469}\u200d\u{1f692}',
    'a*?\\"',
  ].map((name) =>
    accepted(38, `the name ${name}`, (given) =>
      requests.register(given, { serviceName: name, environment: name }),
    ),
  ),
  accepted(39, 'markup in a metadata value', (given) =>
    requests.beatWith(given, '{"a":"<img src=x onerror=alert(1)>"}'),
  ),
  accepted(40, '30 nested arrays', (given) =>
    requests.beatWith(given, `{"a":${'['.repeat(29)}${']'.repeat(29)}}`),
  ),
  accepted(42, '64 metadata keys of 64 characters', (given) => {
    const keys = Array.from({ length: 64 }, (_, i) => [String(i).padStart(64, 'k'), i]);
    return requests.beatWith(given, JSON.stringify(Object.fromEntries(keys)));
  }),
  accepted(45, 'a body in chunks', (given) => {
    const text = body(given);
    const chunked = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    return requests.raw(requests.head(given, 'Transfer-Encoding: chunked'), chunked);
  }),
  accepted(59, 'JSON that says it is UTF-8', (given) =>
    requests.goodBeat(given, { 'Content-Type': 'application/json; charset="UTF-8"' }),
  ),
  accepted(80, 'our own host in the path', (given) =>
    requests.of(given, `GET http://${given.host}/api/services`),
  ),
  accepted(82, 'a UUID in capitals', (given) =>
    requests.beat(given, JSON.stringify({ instanceId: given.instanceId.toUpperCase() })),
  ),
  {
    ...accepted(90, 'Expect: 100-continue', (given) => requests.goodBeat(given, { Expect: '100-continue' })),
    also: ({ headers }) => expect(headers['content-type']).toMatch(/^application\/json/),
  },
  accepted(91, 'Upgrade: websocket is passed over', (given) =>
    requests.goodBeat(given, { Upgrade: 'websocket', Connection: 'Upgrade' }),
  ),
  // Row 92 asks for 422 and 409 where keys of idempotency are kept. Here every repeated request is harmless by itself.
  accepted(92, 'an Idempotency-Key', (given) => requests.goodBeat(given, { 'Idempotency-Key': 'k-1' })),
  accepted(92, 'the same Idempotency-Key with another body', (given) =>
    requests.beat(given, body(given, ',"metadata":{"a":1}'), { 'Idempotency-Key': 'k-1' }),
  ),
];
