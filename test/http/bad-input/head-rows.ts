import { expect } from 'vitest';
import { canary, requests } from './requests.ts';
import type { Row } from './row.ts';

function malformed(row: number, name: string, bytes: Row['bytes']): Row {
  return { row, name, bytes, status: 400, code: 'malformed-request', closes: true };
}

function withHeader(row: number, name: string, ...lines: string[]): Row {
  return malformed(row, name, (given) =>
    requests.raw(requests.head(given, ...lines, 'Content-Length: 2'), '{}'),
  );
}

function tooLarge(row: number, name: string, bytes: Row['bytes']): Row {
  return { row, name, bytes, status: 431, code: 'headers-too-large', closes: true };
}

function otherMethod(row: number, line: string, allow: string): Row {
  return {
    row,
    name: line,
    bytes: (given) => requests.of(given, line),
    status: 405,
    code: 'method-not-allowed',
    closes: false,
    also: ({ headers }) => expect(headers['allow']).toBe(allow),
  };
}

function headers(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, '']));
}

const tlsHello = Buffer.from('16030100a5010000a10303', 'hex');

/** Rows 62–75: request lines and headers. */
export const headRows: Row[] = [
  tooLarge(62, 'a header of 20 KiB', (given) =>
    requests.goodBeat(given, { 'X-Long': 'x'.repeat(20 * 1024) }),
  ),
  tooLarge(63, 'a path of 20 KiB', (given) => requests.of(given, `GET /${'x'.repeat(20 * 1024)}`)),
  tooLarge(64, '2,100 small headers', (given) => requests.of(given, 'GET /api/services', headers(2_100))),
  tooLarge(64, '200 small headers', (given) => requests.of(given, 'GET /api/services', headers(200))),
  {
    ...tooLarge(64, '129 headers', (given) => requests.of(given, 'GET /api/services', headers(127))),
    closes: false,
  },
  withHeader(65, 'NUL in a header', `X-A: a\0${canary}`),
  withHeader(65, 'NUL in the name of a header', 'X\0A: a'),
  withHeader(66, 'a header folded over two lines', 'X-A: a', `  ${canary}`),
  withHeader(67, 'a space before the colon', 'X-A : a'),
  withHeader(67, 'a line without a colon', canary),
  malformed(68, 'lines that end with LF only', ({ key, host }) =>
    Buffer.from(`GET /api/services HTTP/1.1\nHost: ${host}\nX-API-Key: ${key}\n\n`),
  ),
  withHeader(68, 'a bare CR in a header', `X-A: a\r${canary}`),
  malformed(69, 'TLS', () => tlsHello),
  malformed(69, 'noise', () => Buffer.from(`${canary}\r\n\r\n`)),
  {
    ...malformed(70, 'no Host', (given) => requests.of(given, 'GET /api/services', { Host: null })),
    closes: false,
  },
  {
    ...malformed(70, 'two Hosts', (given) =>
      requests.raw([...requests.head(given, `Host: ${canary}`), 'Content-Length: 0']),
    ),
    closes: false,
  },
  {
    ...malformed(70, 'two Hosts that are the same', (given) =>
      requests.raw([...requests.head(given, `host: ${given.host}`), 'Content-Length: 0']),
    ),
    closes: false,
  },
  {
    ...malformed(70, 'two Content-Types', (given) =>
      requests.raw([...requests.head(given, 'content-type: text/plain'), 'Content-Length: 0']),
    ),
    closes: false,
  },
  {
    row: 71,
    name: 'an expectation that nobody knows',
    bytes: (given) => requests.goodBeat(given, { Expect: canary }),
    status: 417,
    code: 'expectation-failed',
    closes: true,
  },
  malformed(72, 'HTTP/3.0', ({ host }) => requests.raw(['GET /livez HTTP/3.0', `Host: ${host}`])),
  malformed(72, 'HTTP/2 with prior knowledge', () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
  malformed(72, 'HTTP/0.9', () => Buffer.from('GET /livez\r\n\r\n')),
  malformed(73, 'a method that nobody knows', (given) => requests.of(given, 'FOO /api/services')),
  malformed(73, 'CONNECT', (given) => requests.of(given, 'CONNECT example.com:443')),
  otherMethod(74, 'TRACE /api/services/heartbeat', 'POST'),
  otherMethod(74, 'PROPFIND /api/services', 'GET, HEAD'),
  otherMethod(74, 'QUERY /api/services', 'GET, HEAD'),
  otherMethod(74, 'OPTIONS /api/services/register', 'POST'),
  otherMethod(75, 'PUT /api/services/register', 'POST'),
  otherMethod(75, 'DELETE /api/services/heartbeat', 'POST'),
  otherMethod(75, 'GET /api/services/heartbeat', 'POST'),
  otherMethod(75, 'POST /api/incidents', 'GET, HEAD'),
  otherMethod(75, 'POST /livez', 'GET, HEAD'),
];
