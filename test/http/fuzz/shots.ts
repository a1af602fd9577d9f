import fc from 'fast-check';
import { mutatedBytes } from './mutate-bytes.ts';
import { mutatedJson } from './mutate-json.ts';
import type { Operation } from './operations.ts';

/** What is sent on one connection. */
export interface Shot {
  bytes: Buffer;
  /** Whether the caller never says that nothing follows, so that the monitor has to find out by waiting. */
  staysOpen: boolean;
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'FOO',
  'get',
  '',
];

const oddValues: Record<string, string[]> = {
  Expect: ['100-continue', 'foo'],
  Connection: ['close', 'upgrade', 'keep-alive, TE'],
  'Content-Encoding': ['gzip', 'identity', ''],
  'Content-Type': [
    ...[
      'text/plain',
      'application/json; charset=utf-16',
      'application/problem+json',
      '',
      'multipart/form-data',
    ],
    'application/json; charset=utf-8',
  ],
  Upgrade: ['websocket', 'h2c'],
  'HTTP2-Settings': ['AAMAAABkAARAAAAAAAIAAAAA'],
  Host: ['elsewhere.example'],
  'X-Request-Id': ['a\tb'],
  'X-Forwarded-For': ['127.0.0.1'],
  'X-HTTP-Method-Override': ['DELETE'],
  'If-None-Match': ['*'],
  Range: ['bytes=0-'],
  Accept: ['text/event-stream'],
  'Last-Event-ID': ['0-0'],
  Cookie: ['a=b'],
  'Idempotency-Key': ['1'],
  'X-Long': ['x'.repeat(20_000)],
  'Content-Length': ['-1', '99999999999999999999'],
  'Transfer-Encoding': ['chunked'],
  Trailer: ['X-API-Key'],
};

const oddHeaders = Object.entries(oddValues).flatMap(([name, values]) =>
  values.map((value): [string, string] => [name, value]),
);

const queryValues = [
  '0',
  '1',
  '200',
  '201',
  '-1',
  'a',
  '',
  '%00',
  '%F0%9F%98%80',
  'x'.repeat(2_000),
  'Down',
  'open',
];

/** Requests that are right or nearly so, and such with their bytes changed. */
export function shotsAt(target: {
  operations: Operation[];
  ids: readonly string[];
  /** An instance that no operation takes away. */
  livingId: string;
  key: string;
  host: string;
}): fc.Arbitrary<Shot> {
  const requests = fc.constantFrom(...target.operations).chain((operation) => requestsOf(operation, target));
  const signs = requestsOf(signOfLife(target.livingId), target);
  const mutated = mutatedBytes(requests);
  const pipelined = fc
    .array(fc.oneof(requests, mutated), { minLength: 2, maxLength: 3 })
    .map((all) => Buffer.concat(all));
  return fc.record({
    bytes: fc.oneof(
      { weight: 5, arbitrary: requests },
      { weight: 1, arbitrary: signs },
      { weight: 4, arbitrary: mutated },
      { weight: 1, arbitrary: pipelined },
    ),
    // A connection that is left open takes until the monitor's own time limit.
    staysOpen: fc.integer({ min: 0, max: 299 }).map((roll) => roll === 0),
  });
}

/** A heartbeat of a living instance, whatever else it carries. */
function signOfLife(instanceId: string): Operation {
  const metadata = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 });
  const body = mutatedJson(fc.record({ metadata })).map((value) => ({ ...(value as object), instanceId }));
  return { method: 'POST', path: '/api/services/heartbeat', query: [], body };
}

function requestsOf(
  { method, path, query, body }: Operation,
  { ids, key, host }: { ids: readonly string[]; key: string; host: string },
): fc.Arbitrary<Buffer> {
  const seldom = <T>(usual: T, ...others: fc.Arbitrary<T>[]) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constant(usual) },
      ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
    );
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%00', '..%2f', 'x'.repeat(200), '00000000-0000-0000-0000-000000000000'),
    },
  );
  const named = fc.constantFrom(...query, 'limit', 'cursor', 'unknown');
  const value = fc.oneof(
    fc.constantFrom(...queryValues, ...ids),
    fc.string({ maxLength: 6 }).map(encodeURIComponent),
  );
  return fc
    .record({
      method: seldom(method, fc.constantFrom(...methods)),
      ids: fc.array(id, { minLength: 3, maxLength: 3 }),
      query: fc.array(fc.tuple(named, value), { maxLength: query.length > 0 ? 3 : 1 }),
      key: seldom<string | null>(
        key,
        fc.constantFrom(null, '', 'nonsense', `${key}, ${key}`, key.toLowerCase()),
      ),
      headers: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...oddHeaders), { maxLength: 3 }) },
      ),
      body: body === null ? fc.constant(undefined) : fc.oneof(mutatedJson(body), body),
      chunked: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    })
    .map((made) => {
      const at = path.replace(/\{\w+\}/g, () => made.ids.pop() ?? '');
      const search = made.query.map((pair) => pair.join('=')).join('&');
      const headers: [string, string][] = [['Host', host]];
      if (made.key !== null) headers.push(['X-API-Key', made.key]);
      const text = made.body === undefined ? '' : JSON.stringify(made.body);
      const bytes = Buffer.from(text);
      if (bytes.length > 0) {
        headers.push(['Content-Type', 'application/json']);
        headers.push(
          made.chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(bytes.length)],
        );
      }
      const lines = [...headers, ...made.headers].map((header) => header.join(': '));
      const first = `${made.method} ${at}${search === '' ? '' : `?${search}`} HTTP/1.1`;
      const head = Buffer.from(`${[first, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
      if (!made.chunked || bytes.length === 0) return Buffer.concat([head, bytes]);
      const size = Buffer.from(`${bytes.length.toString(16)}\r\n`);
      return Buffer.concat([head, size, bytes, Buffer.from('\r\n0\r\n\r\n')]);
    });
}
