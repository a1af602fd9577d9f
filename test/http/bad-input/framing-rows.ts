import { canary, requests } from './requests.ts';
import type { Given, Row } from './row.ts';

/** What the HTTP parser refuses: nothing after it on this connection can be trusted. */
function malformed(row: number, name: string, bytes: Row['bytes']): Row {
  return { row, name, bytes, status: 400, code: 'malformed-request', closes: true };
}

function withHeaders(row: number, name: string, headers: string[], body = '{}'): Row {
  return malformed(row, name, (given) => requests.raw(requests.head(given, ...headers), body));
}

function wrongType(row: number, name: string, type: string | null, body: string | Buffer = canary): Row {
  return {
    row,
    name,
    bytes: (given) => requests.beat(given, body, { 'Content-Type': type }),
    status: 415,
    code: 'unsupported-media-type',
    closes: true,
  };
}

const goodBody = ({ instanceId }: Given) => JSON.stringify({ instanceId });

/** Rows 46–61: where a body ends, and what it is. */
export const framingRows: Row[] = [
  withHeaders(46, 'a negative length', ['Content-Length: -1']),
  withHeaders(47, 'a length that is no number', [`Content-Length: ${canary}`]),
  withHeaders(47, 'a length with a plus', ['Content-Length: +2']),
  withHeaders(47, 'a length in hexadecimal', ['Content-Length: 0x2']),
  withHeaders(47, 'a length beyond all numbers', ['Content-Length: 99999999999999999999']),
  withHeaders(48, 'two lengths', ['Content-Length: 2', 'Content-Length: 3']),
  withHeaders(48, 'two lengths in one header', ['Content-Length: 2, 2']),
  {
    row: 49,
    name: 'a length smaller than the body',
    bytes: (given) => requests.beat(given, goodBody(given), { 'Content-Length': '10' }),
    status: 400,
    code: 'malformed-json',
    closes: true,
  },
  withHeaders(
    50,
    'a length and chunks',
    ['Content-Length: 2', 'Transfer-Encoding: chunked'],
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  withHeaders(
    50,
    'chunks and a length',
    ['Transfer-Encoding: chunked', 'Content-Length: 2'],
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  withHeaders(51, 'an unknown transfer encoding', ['Transfer-Encoding: xchunked'], '2\r\n{}\r\n0\r\n\r\n'),
  withHeaders(
    51,
    'chunks that are not the last encoding',
    ['Transfer-Encoding: chunked, gzip'],
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  withHeaders(
    52,
    'a chunk size that is no number',
    ['Transfer-Encoding: chunked'],
    `${canary}\r\n{}\r\n0\r\n\r\n`,
  ),
  withHeaders(52, 'a chunk longer than its size', ['Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'),
  withHeaders(
    52,
    'a chunk size that ends with LF only',
    ['Transfer-Encoding: chunked'],
    '2\n{}\r\n0\r\n\r\n',
  ),
  {
    row: 53,
    name: 'a length larger than the body',
    bytes: (given) => requests.beat(given, goodBody(given), { 'Content-Length': '5000' }),
    status: 408,
    code: 'request-timeout',
    closes: true,
    withinMs: 5_000,
  },
  wrongType(54, 'text/plain', 'text/plain'),
  wrongType(55, 'no type', null),
  wrongType(56, 'application/xml', 'application/xml', `<a>${canary}</a>`),
  wrongType(57, 'application/jsonx', 'application/jsonx'),
  wrongType(57, 'a type that cannot be read', canary),
  wrongType(58, 'multipart/form-data', 'multipart/form-data; boundary=x'),
  wrongType(59, 'JSON in UTF-16', 'application/json; charset=utf-16', Buffer.from('{}', 'utf16le')),
  ...['gzip', 'br', 'identity, gzip'].map(
    (encoding): Row => ({
      row: 60,
      name: `a body encoded as ${encoding}`,
      bytes: (given) => requests.beat(given, '{}', { 'Content-Encoding': encoding }),
      status: 415,
      code: 'unsupported-media-type',
      closes: true,
    }),
  ),
  {
    row: 61,
    name: '10 MB of gzip announced',
    bytes: (given) =>
      requests.beat(given, '\x1f\x8b', { 'Content-Encoding': 'gzip', 'Content-Length': '10000000' }),
    status: 415,
    code: 'unsupported-media-type',
    closes: true,
    withinMs: 1_000,
  },
];
