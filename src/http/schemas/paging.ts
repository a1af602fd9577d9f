import { z } from 'zod';
import type { Page, PageRequest } from '../../actors/ports-of-reading.ts';
import { ProblemError } from '../problem-error.ts';

const query = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(1_024).optional().meta({ description: 'The `nextCursor` of the page before.' }),
};

function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

function toRequest({ limit, cursor }: { limit: number; cursor?: string | undefined }): PageRequest {
  if (cursor === undefined) return { limit, after: null };
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) {
    const errors = [{ pointer: 'querystring/cursor', message: 'is not a cursor of ours' }];
    throw new ProblemError('validation', 'The cursor is not one of ours.', { errors });
  }
  return { limit, after: Buffer.from(cursor, 'base64url').toString('utf8') };
}

function toReply<T, R>(page: Page<T>, toItem: (item: T) => R): { items: R[]; nextCursor: string | null } {
  const nextCursor = page.next === null ? null : Buffer.from(page.next).toString('base64url');
  return { items: page.items.map(toItem), nextCursor };
}

/** How lists are paged: what may be asked, and what is answered. */
export const paging = { query, pageOf, toRequest, toReply };
