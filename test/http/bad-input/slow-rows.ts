import { requests } from './requests.ts';
import type { Row } from './row.ts';

const tooSlow = { row: 81, status: 408, code: 'request-timeout', closes: true, withinMs: 5_000 } as const;

/** Row 81: who takes their time. */
export const slowRows: Row[] = [
  { ...tooSlow, name: 'nothing at all', bytes: () => Buffer.alloc(0) },
  {
    ...tooSlow,
    name: 'headers a byte at a time',
    bytes: ({ host }) => Buffer.from(`GET /livez HTTP/1.1\r\nHost: ${host}\r\n`),
    drip: 'X-Slow: '.padEnd(100, 'x'),
  },
  {
    ...tooSlow,
    name: 'a body a byte at a time',
    bytes: (given) => requests.beat(given, '{', { 'Content-Length': '5000' }),
    drip: ' '.repeat(100),
  },
  {
    ...tooSlow,
    name: 'chunks without an end',
    bytes: (given) => requests.raw(requests.head(given, 'Transfer-Encoding: chunked')),
    drip: '1\r\n{\r\n'.repeat(20),
  },
];
