import { canary, requests } from './requests.ts';
import type { Given, Row } from './row.ts';

/** A heartbeat that is stored, and answered with a warning. */
function beat(row: number, name: string, warning: string, body: (given: Given) => string): Row {
  const bytes = (given: Given) => requests.beat(given, body(given));
  return { row, name, bytes, status: 200, code: null, closes: false, warning };
}

function withMetadata(row: number, name: string, metadata: string, warning = '/metadata'): Row {
  return beat(
    row,
    name,
    warning,
    ({ instanceId }) => `{"instanceId":"${instanceId}","metadata":${metadata}}`,
  );
}

function withField(row: number, name: string, field: string, warning: string): Row {
  return beat(row, name, warning, ({ instanceId }) => `{${field},"instanceId":"${instanceId}"}`);
}

function registration(row: number, name: string, fields: object, warning: string): Row {
  const bytes = (given: Given) => requests.register(given, fields);
  return { row, name, bytes, status: 200, code: null, closes: false, warning };
}

function keys(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i])));
}

const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

/** The rows of the table that are wrong, but not about who lives: answered with 200 and a warning. */
export const toleratedRows: Row[] = [
  withMetadata(16, 'an infinite number', '{"uptime":1e999}', '/metadata/uptime'),
  withMetadata(20, 'a scalar for metadata', `"${canary}"`),
  withMetadata(20, 'an array for metadata', '[]'),
  withField(23, '__proto__ at the root', `"__proto__":{"${canary}":1}`, '/__proto__'),
  withField(27, 'constructor at the root', '"constructor":1', '/constructor'),
  withField(29, 'an unknown field', '"isAdmin":true', '/isAdmin'),
  withField(29, 'an unknown field with an odd name', `"${canary} \\u0000":true`, ''),
  withField(29, 'an unknown field that nests 10,000 deep', `"newer":${nested}`, '/newer'),
  withField(29, 'an unknown field with NUL and half a surrogate pair', '"newer":"\\u0000\\ud83d"', '/newer'),
  registration(29, 'an unknown field of a registration', { isAdmin: true }, '/isAdmin'),
  withMetadata(32, 'an escaped NUL in metadata', '{"note":"a\\u0000b"}', '/metadata/note'),
  withMetadata(32, 'an escaped NUL in a key', '{"a\\u0000b":1}'),
  withMetadata(32, 'an escaped NUL deep inside', '{"list":[1,{"name":"\\u0000"}]}', '/metadata/list/1/name'),
  withMetadata(33, 'half a surrogate pair', '{"note":"\\ud83d"}', '/metadata/note'),
  withMetadata(33, 'half a surrogate pair under a strange key', `{"${canary}":"\\ude00"}`),
  withMetadata(40, '10,000 nested arrays', `{"a":${nested}}`, `/metadata/a${'/0'.repeat(30)}`),
  withMetadata(42, '1,000 metadata keys', keys(1_000)),
  withMetadata(42, '65 metadata keys', keys(65)),
  registration(42, '65 metadata keys of a registration', { metadata: JSON.parse(keys(65)) }, '/metadata'),
  withMetadata(42, 'a metadata key of 65 characters', `{"${canary.repeat(6)}abcde":1}`),
  withMetadata(43, '17 KiB of metadata', `{"a":"${'x'.repeat(17 * 1024)}"}`),
  withMetadata(43, '16 KiB of metadata in characters of two bytes', `{"a":"${'é'.repeat(9 * 1024)}"}`),
  registration(4, 'a registration without a host and a port', { instanceId: null }, '/hostname'),
];
