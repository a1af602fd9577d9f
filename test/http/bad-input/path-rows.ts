import { canary, requests } from './requests.ts';
import type { Row } from './row.ts';

function get(row: number, name: string, path: string, status: number, code: string): Row {
  return { row, name, bytes: (given) => requests.of(given, `GET ${path}`), status, code, closes: false };
}

function badId(row: number, name: string, spell: (uuid: string) => unknown): Row {
  return {
    row,
    name: `as an instance id: ${name}`,
    bytes: (given) => requests.beat(given, JSON.stringify({ instanceId: spell(given.instanceId) })),
    status: 400,
    code: 'validation',
    closes: false,
    pointer: '/instanceId',
  };
}

const elsewhere = 'http://elsewhere.example/api/services';

/** Rows 76–80 and 82–89: paths and ids. */
export const pathRows: Row[] = [
  get(76, 'a path with %zz', '/api/services/%zz', 400, 'malformed-request'),
  get(76, 'a path that is not UTF-8', '/api/services/%ff', 400, 'malformed-request'),
  get(77, 'a path that climbs, encoded', `/api/services/..%2f..%2f${canary}`, 400, 'validation'),
  get(77, 'a path that climbs', `/api/services/../../${canary}`, 404, 'not-found'),
  get(78, 'NUL in an id', '/api/services/%00', 400, 'validation'),
  get(79, 'an id of 200 characters', `/api/services/${'x'.repeat(200)}`, 414, 'uri-too-long'),
  get(80, 'doubled slashes', '//api//services', 404, 'not-found'),
  get(80, 'a path in capitals', '/API/services', 404, 'not-found'),
  get(80, 'another host in the path', elsewhere, 400, 'malformed-request'),
  get(80, 'a star for the path', '*', 400, 'malformed-request'),
  badId(83, 'urn:uuid:', (uuid) => `urn:uuid:${uuid}`),
  badId(84, 'the nil UUID', () => '00000000-0000-0000-0000-000000000000'),
  badId(84, 'the max UUID', () => 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
  badId(84, 'a UUID of a wrong variant', (uuid) => `${uuid.slice(0, 19)}c${uuid.slice(20)}`),
  badId(84, 'a UUID of version 0', (uuid) => `${uuid.slice(0, 14)}0${uuid.slice(15)}`),
  badId(85, 'a UUID in braces', (uuid) => `{${uuid}}`),
  badId(86, 'a UUID without dashes', (uuid) => uuid.replaceAll('-', '')),
  badId(87, 'a UUID and a line end', (uuid) => `${uuid}\n`),
  badId(87, 'a UUID and a space', (uuid) => ` ${uuid}`),
  badId(88, 'a full-width digit', (uuid) => `${uuid.slice(0, -1)}\uFF11`),
  badId(89, 'a query operator', () => ({ $ne: null })),
  badId(89, 'null', () => null),
  badId(89, 'an empty text', () => ''),
];
