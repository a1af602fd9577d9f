import { canary, requests } from './requests.ts';
import type { Given, Row } from './row.ts';

function invalid(row: number, name: string, pointer: string, bytes: Row['bytes']): Row {
  return { row, name, bytes, status: 400, code: 'validation', closes: false, pointer };
}

function tooLarge(row: number, name: string, body: (given: Given) => string): Row {
  return {
    row,
    name,
    bytes: (given) => requests.beat(given, body(given)),
    status: 413,
    code: 'payload-too-large',
    closes: true,
  };
}

const names = {
  'a NUL': `${canary}\u0000`,
  'text that runs backwards': `\u202E${canary}`,
  'a hidden direction mark': `\u200F${canary}`,
  'a line end and a mail header': `${canary}\r\nBcc: all@example.com`,
  'a line end at its end': `${canary}\r\n`,
  'only spaces': '   ',
  'half a surrogate pair': `${canary}\ud800`,
  'nothing that can be seen': '\u200D\uFE0F',
  'a character that takes no place': `${canary}\u200B`,
  '129 characters': 'n'.repeat(129),
  '129 characters of two units': '😀'.repeat(129),
};

function nested(open: string, close: string, times: number): string {
  return open.repeat(times) + close.repeat(times);
}

const chunk = 'x'.repeat(16 * 1024);

/** Rows 35–45: names, depth and size. */
export const valueRows: Row[] = [
  ...Object.entries(names).map(
    ([what, serviceName], i): Row =>
      invalid(35 + Math.min(i, 3), `a service name with ${what}`, '/serviceName', (given) =>
        requests.register(given, { serviceName }),
      ),
  ),
  invalid(36, 'an environment that runs backwards', '/environment', (given) =>
    requests.register(given, { environment: '\u202Eprod' }),
  ),
  invalid(36, "the monitor's own environment", '/environment', (given) =>
    requests.register(given, { environment: ' ~rehearsal' }),
  ),
  invalid(37, 'a host name with a line end', '/hostname', (given) =>
    requests.register(given, { hostname: `${canary}\r\nx` }),
  ),
  invalid(37, 'an instance key with a line end', '/instanceId', (given) =>
    requests.register(given, { instanceId: `a\n${canary}` }),
  ),
  invalid(37, 'a version that runs backwards', '/version', (given) =>
    requests.register(given, { version: '\u202E1' }),
  ),
  {
    ...invalid(40, '10,000 nested arrays', '/name', (given) =>
      requests.of(given, 'POST /api/keys', {}, `{"name":${nested('[', ']', 10_000)}}`),
    ),
    closes: true,
    pointer: `/name${'/0'.repeat(31)}`,
  },
  tooLarge(
    41,
    '200,000 nested objects',
    (given) => `{"instanceId":"${given.instanceId}","metadata":${nested('{"a":', '}', 200_000)}}`,
  ),
  tooLarge(43, '65 KiB', () => `"${'x'.repeat(65 * 1024)}"`),
  tooLarge(44, '2 MiB with its length', () => `"${'x'.repeat(2 * 1024 * 1024)}"`),
  {
    row: 45,
    name: '2 MiB in chunks',
    bytes: (given) =>
      requests.raw(
        requests.head(given, 'Transfer-Encoding: chunked'),
        `${`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(128)}0\r\n\r\n`,
      ),
    status: 413,
    code: 'payload-too-large',
    closes: true,
  },
];
