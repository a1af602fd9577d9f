import { expect } from 'vitest';
import type { Answer } from '../answers-in.ts';
import { canary, requests } from './requests.ts';
import type { Given, Row } from './row.ts';

const turnedAway = { status: 401, code: 'unauthorized', closes: true } as const;

function asksForKey({ headers }: Answer): void {
  expect(headers['www-authenticate']).toMatch(/^ApiKey /);
}

function withKey(row: number, name: string, key: (given: Given) => string | null): Row {
  return {
    row,
    name,
    bytes: (given) => requests.goodBeat(given, { 'X-API-Key': key(given) }),
    ...turnedAway,
    also: asksForKey,
  };
}

/** Rows 1–8: who may come in. */
export const keyRows: Row[] = [
  withKey(1, 'no key', () => null),
  withKey(2, 'a key that nobody has', () => `smk_abcdefgh_${'x'.repeat(43)}`),
  withKey(2, 'a text that is no key', () => canary),
  withKey(
    2,
    'the public part of a good key with another secret',
    ({ key }) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
  ),
  withKey(3, 'an empty key', () => ''),
  withKey(4, 'a key of 7,000 characters', () => canary.repeat(700)),
  withKey(5, 'two keys in one header', ({ key }) => `${key}, zzz`),
  withKey(5, 'the same key twice in one header', ({ key }) => `${key}, ${key}`),
  {
    row: 5,
    name: 'two X-API-Key headers',
    bytes: (given) => requests.raw([...requests.head(given, 'X-API-Key: zzz', 'Content-Length: 2')], '{}'),
    ...turnedAway,
  },
  {
    row: 5,
    name: 'two X-API-Key headers with the same key',
    bytes: (given) =>
      requests.raw([...requests.head(given, `X-API-Key: ${given.key}`, 'Content-Length: 2')], '{}'),
    ...turnedAway,
  },
  {
    row: 6,
    name: 'a key only in the query',
    bytes: (given) =>
      requests.of(given, `GET /api/services?X-API-Key=${given.key}&api_key=${given.key}`, {
        'X-API-Key': null,
      }),
    ...turnedAway,
  },
  {
    row: 7,
    name: 'no key and 2 MiB announced',
    bytes: (given) =>
      requests.goodBeat(given, { 'X-API-Key': null, 'Content-Length': String(2 * 1024 * 1024) }),
    ...turnedAway,
    withinMs: 1_000,
    also: ({ headers }) => expect(headers['connection']).toBe('close'),
  },
  {
    row: 7,
    name: 'no key and 2 MiB to be asked for',
    bytes: ({ host }) =>
      requests.raw([
        'POST /api/services/heartbeat HTTP/1.1',
        `Host: ${host}`,
        'Expect: 100-continue',
        'Content-Type: application/json',
        `Content-Length: ${2 * 1024 * 1024}`,
      ]),
    ...turnedAway,
    withinMs: 1_000,
  },
  {
    row: 8,
    name: 'an unknown route without a key',
    bytes: (given) => requests.of(given, `GET /api/${canary}`, { 'X-API-Key': null }),
    ...turnedAway,
  },
  {
    row: 8,
    name: 'an unreadable path without a key',
    bytes: (given) => requests.of(given, 'GET /api/services/%zz', { 'X-API-Key': null }),
    ...turnedAway,
  },
  {
    row: 8,
    name: 'a known route with another method without a key',
    bytes: (given) => requests.of(given, 'PUT /api/services/heartbeat', { 'X-API-Key': null }),
    ...turnedAway,
  },
  {
    row: 8,
    name: 'an unknown route with a key',
    bytes: (given) => requests.of(given, `GET /api/${canary}`),
    status: 404,
    code: 'not-found',
    closes: false,
  },
];
