import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateKeyText } from '../../src/store/access/make-key.ts';
import { composeApp } from './compose-app.ts';

const key = generateKeyText();
let app: FastifyInstance;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ app, close } = await composeApp({ MONITOR_API_KEY: key }));
});
afterAll(() => close());

const name = { serviceName: 'orders', environment: 'test' };

test.each<[method: 'GET' | 'POST', url: string, body: object | undefined, detail: string]>([
  ['POST', '/api/services/register', { environment: 'test' }, '/serviceName: is missing: it must be a text'],
  ['POST', '/api/services/register', { ...name, serviceName: 5 }, '/serviceName: must be a text'],
  ['POST', '/api/services/register', { ...name, port: 'x' }, '/port: must be a number'],
  ['POST', '/api/services/register', { ...name, port: 70_000 }, '/port: must be at most 65535'],
  ['POST', '/api/services/register', { ...name, hostname: ' ' }, '/hostname: must not be empty'],
  ['POST', '/api/services/register', [], 'must be an object of named values'],
  ['GET', '/api/services?limit=0', undefined, 'limit: must be at least 1'],
  ['GET', '/api/services?limit=x', undefined, 'limit: must be a whole number such as 30'],
  ['GET', '/api/services?limit=1e1', undefined, 'limit: must be a whole number such as 30'],
  ['GET', '/api/services?limit=%2B5', undefined, 'limit: must be a whole number such as 30'],
  ['GET', '/api/services?limit=%205', undefined, 'limit: must be a whole number such as 30'],
  ['GET', '/api/services?limit=5.0', undefined, 'limit: must be a whole number such as 30'],
  ['GET', '/api/services?limit=201', undefined, 'limit: must be at most 200'],
  [
    'GET',
    '/api/incidents?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
    undefined,
    'to: must not be before `from`',
  ],
  [
    'GET',
    '/api/services?status=down',
    undefined,
    'status: must be Pending or Healthy or Degraded or Down or Recovered or Stopped',
  ],
  ['GET', '/api/incidents?from=today', undefined, 'from: must be a time such as 2026-01-31T12:00:00Z'],
])('%s %s with %j is refused in words for people: %s', async (method, url, body, detail) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  const reply = await app.inject({ method, url, headers, ...payload });
  expect(reply.json()).toMatchObject({ status: 400, code: 'validation', detail });
});
