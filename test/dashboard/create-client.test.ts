import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/dashboard/monitor/create-client.ts';
import { aService } from './things.ts';

const { signal } = new AbortController();
/** What the server answers, by cursor. */
let pages: (cursor: string | null) => unknown = () => ({});
let asked = 0;
let origin = '';

const server = createServer((request, response) => {
  asked += 1;
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(pages(searchParams.get('cursor'))));
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const list = (most: number) =>
  createClient({ kind: 'key', key: 'key' }).list('service', `${origin}/api/services`, most, signal);

describe('a list', () => {
  it('is read to its last page, however short its pages are, also empty ones', async () => {
    pages = (cursor) => {
      const page = Number(cursor ?? 0);
      return { items: page % 2 ? [] : [aService()], nextCursor: page < 6 ? String(page + 1) : null };
    };
    expect(await list(1000)).toMatchObject({ items: { length: 4 }, isCut: false });
  });

  it('that has no end ends', async () => {
    asked = 0;
    pages = () => ({ items: [], nextCursor: 'again' });
    expect(await list(1000)).toEqual({ items: [], isCut: true });
    expect(asked).toBeLessThanOrEqual(100);
  });

  it.each([
    ['no items', {}, 'no items'],
    ['nothing', null, 'no items'],
    ['an end that is none', { items: [], nextCursor: 7 }, 'no end'],
    ['an item that is none', { items: [null], nextCursor: null }, 'not an object'],
    ['an item without a name', { items: [aService({ serviceName: undefined as never })] }, 'serviceName'],
    ['a time that is none', { items: [aService({ since: 'noon' })] }, 'since'],
  ])('with %s is said to be unreadable', async (_, page, reason) => {
    pages = () => page;
    await expect(list(10)).rejects.toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining(reason),
    });
  });

  it('with fields and statuses of a newer monitor is read', async () => {
    const items = [{ ...aService(), status: 'Hibernating', mood: 'fine' }];
    pages = () => ({ items, nextCursor: null });
    expect(await list(10)).toEqual({ items, isCut: false });
  });
});
