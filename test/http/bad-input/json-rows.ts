import { canary, requests } from './requests.ts';
import type { Given, Row } from './row.ts';

/** Bodies that are no JSON: the connection closes, because a caller that is wrong about that may be wrong about its end. */
function malformed(row: number, name: string, body: (given: Given) => string | Buffer): Row {
  return {
    row,
    name,
    bytes: (given) => requests.beat(given, body(given)),
    status: 400,
    code: 'malformed-json',
    closes: true,
  };
}

/** JSON that another reader could understand otherwise: refused while it is read, by all routes but those of instances. */
function unsafe(row: number, name: string, pointer: string, body: string): Row {
  return {
    row,
    name,
    bytes: (given) => requests.of(given, 'POST /api/keys', {}, body),
    status: 400,
    code: 'validation',
    closes: true,
    pointer,
  };
}

/** JSON that is not what the route takes. */
function invalid(row: number, name: string, pointer: string, bytes: Row['bytes']): Row {
  return { row, name, bytes, status: 400, code: 'validation', closes: false, pointer };
}

const withMetadata = ({ instanceId }: Given, metadata: string) =>
  `{"instanceId":"${instanceId}","metadata":${metadata}}`;

/** Rows 9–34: what a body may be made of. */
export const jsonRows: Row[] = [
  malformed(9, 'a body that stops in the middle', () => `{"${canary}":`),
  malformed(10, 'a trailing comma', ({ instanceId }) => `{"instanceId":"${instanceId}",}`),
  malformed(11, 'a body of spaces', () => '  \n'),
  {
    row: 11,
    name: 'an empty body',
    bytes: (given) => requests.beat(given, '', { 'Content-Type': 'application/json', 'Content-Length': '0' }),
    status: 400,
    code: 'malformed-json',
    closes: true,
  },
  {
    row: 11,
    name: 'no body at all',
    bytes: (given) => requests.beat(given, ''),
    status: 400,
    code: 'validation',
    closes: false,
    pointer: '',
  },
  malformed(12, 'a body in UTF-16', ({ instanceId }) =>
    Buffer.from(`{"instanceId":"${instanceId}"}`, 'utf16le'),
  ),
  ...['null', '[]', `"${canary}"`].map((body, i) =>
    invalid(13 + i, `the body ${body[0] === '"' ? 'a string' : body}`, '', (given) =>
      requests.beat(given, body),
    ),
  ),
  unsafe(16, 'an infinite number', '/name', '{"name":1e999}'),
  malformed(17, 'NaN', (given) => withMetadata(given, '{"uptime":NaN}')),
  invalid(18, 'a negative number', '/processId', (given) => requests.register(given, { processId: -1 })),
  invalid(18, 'a port that is none', '/port', (given) => requests.register(given, { port: 65_536 })),
  invalid(18, 'a broken port', '/port', (given) => requests.register(given, { port: 80.5 })),
  invalid(19, 'a text for a number', '/port', (given) => requests.register(given, { port: '5' })),
  invalid(19, 'a number for a text', '/serviceName', (given) => requests.register(given, { serviceName: 5 })),
  invalid(20, 'a scalar for an array', '/scopes', (given) =>
    requests.of(given, 'POST /api/keys', {}, `{"name":"a","scopes":"${canary}"}`),
  ),
  invalid(21, 'an array around the id', '/instanceId', (given) =>
    requests.beat(given, JSON.stringify({ instanceId: [given.instanceId] })),
  ),
  invalid(22, 'a key that stands twice, the last one wrong', '/instanceId', (given) =>
    requests.beat(given, `{"instanceId":"${given.instanceId}","instanceId":"${canary}"}`),
  ),
  unsafe(23, '__proto__ at the root', '', `{"name":"a","__proto__":{"${canary}":1}}`),
  unsafe(24, '__proto__ further in', '/name', `{"name":{"__proto__":"${canary}"}}`),
  unsafe(25, '__proto__ written with escapes', '', '{"\\u005f_proto__":1}'),
  unsafe(26, 'constructor.prototype', '', '{"constructor":{"prototype":{"a":1}}}'),
  unsafe(27, 'a key "constructor" with a text', '', `{"constructor":"${canary}"}`),
  ...['hasOwnProperty', 'toString', 'valueOf', '__defineGetter__', 'prototype'].map((key) =>
    unsafe(28, `a key "${key}"`, '', `{"${key}":1}`),
  ),
  invalid(29, 'an unknown field', '', (given) =>
    requests.of(given, 'POST /api/keys', {}, `{"name":"a","scopes":["read"],"${canary}":true}`),
  ),
  malformed(30, 'two byte order marks', (given) => `\uFEFF\uFEFF${withMetadata(given, '{}')}`),
  malformed(31, 'bytes that are not UTF-8', ({ instanceId }) =>
    Buffer.concat([
      Buffer.from(`{"instanceId":"${instanceId}","metadata":{"a":"`),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('"}}'),
    ]),
  ),
  malformed(31, 'UTF-8 longer than it need be', ({ instanceId }) =>
    Buffer.concat([
      Buffer.from(`{"instanceId":"${instanceId}","metadata":{"a":"`),
      Buffer.from([0xc0, 0xaf]),
      Buffer.from('"}}'),
    ]),
  ),
  unsafe(32, 'an escaped NUL', '/name', '{"name":"a\\u0000b"}'),
  unsafe(32, 'an escaped NUL in a key', '', '{"a\\u0000b":1}'),
  unsafe(32, 'an escaped NUL deep inside', '/scopes/1/name', '{"scopes":[1,{"name":"\\u0000"}]}'),
  unsafe(33, 'half a surrogate pair', '/name', '{"name":"\\ud83d"}'),
  unsafe(33, 'half a surrogate pair under a strange key', '', `{"${canary}":"\\ude00"}`),
  malformed(34, 'a raw NUL', (given) => withMetadata(given, '{"note":"a\0b"}')),
];
