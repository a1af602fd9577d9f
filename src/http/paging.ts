import type { FastifyRequest } from 'fastify';
import type { Page, PageRequest } from '../actors/ports/reading.ts';
import type { CursorSeal } from './cursor-seal.ts';
import { ProblemError } from './problem-error.ts';

/** One request for a page: what to read, and how to answer it. */
export interface AskedPage {
  request: PageRequest;
  reply<T, R>(page: Page<T>, toItem: (item: T) => R): { items: R[]; nextCursor: string | null };
}

/** Turns the cursors of callers into positions of a list, and back. No other list takes them, nor the same one by other filters. */
export type Paging = (request: FastifyRequest) => AskedPage;

export function createPaging(seal: CursorSeal): Paging {
  return function askedPage({ query, params, raw, routeOptions }) {
    const { limit, cursor, ...filters } = query as { limit: number; cursor?: string | undefined };
    const list = JSON.stringify([routeOptions.url, params, filters]);
    const after = cursor === undefined ? null : seal.open(list, cursor);
    if (cursor !== undefined && after === null) {
      const errors = [{ pointer: 'cursor', message: 'is not a cursor of this list and these filters' }];
      throw new ProblemError('validation', 'cursor: is not a cursor of this list and these filters', {
        errors,
      });
    }
    return {
      request: { limit, after, isWaitedFor: () => !raw.socket.destroyed },
      reply: (page, toItem) => ({
        items: page.items.map(toItem),
        nextCursor: page.next === null ? null : seal.close(list, page.next),
      }),
    };
  };
}
