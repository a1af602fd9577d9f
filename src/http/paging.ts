import type { FastifyRequest } from 'fastify';
import type { Page, PageRequest } from '../actors/ports-of-reading.ts';
import type { CursorSeal } from './cursor-seal.ts';
import { ProblemError } from './problem-error.ts';

interface PagingQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Turns the cursors of callers into positions of a list, and back. `list` names which one: no other takes them. */
export interface Paging {
  toRequest(request: FastifyRequest, list: string): PageRequest;
  toReply<T, R>(
    page: Page<T>,
    list: string,
    toItem: (item: T) => R,
  ): { items: R[]; nextCursor: string | null };
}

export function createPaging(seal: CursorSeal): Paging {
  return {
    toRequest({ query, raw }, list) {
      const { limit, cursor } = query as PagingQuery;
      const isWaitedFor = () => !raw.socket.destroyed;
      if (cursor === undefined) return { limit, after: null, isWaitedFor };
      const after = seal.open(list, cursor);
      if (after !== null) return { limit, after, isWaitedFor };
      const errors = [{ pointer: 'cursor', message: 'is not a cursor of this list' }];
      throw new ProblemError('validation', 'cursor: is not a cursor of this list', { errors });
    },

    toReply(page, list, toItem) {
      const nextCursor = page.next === null ? null : seal.close(list, page.next);
      return { items: page.items.map(toItem), nextCursor };
    },
  };
}
