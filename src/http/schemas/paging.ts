import { z } from 'zod';
import type { Page, PageRequest } from '../../actors/ports-of-reading.ts';
import { ProblemError } from '../problem-error.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const query = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(2_048).optional().meta({ description: 'The `nextCursor` of the page before.' }),
};

function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** What a position looks like in each order that lists have; a text of any other kind is no cursor of ours. */
const positions = {
  byName: new RegExp(`^[^\\0]+\\0[^\\0]+\\0${uuid}$`),
  newestFirst: new RegExp(`^\\d{14}${uuid}$`),
  byId: new RegExp(`^${uuid}$`),
};

function toRequest(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  order: keyof typeof positions,
): PageRequest {
  if (cursor === undefined) return { limit, after: null };
  const after = Buffer.from(cursor, 'base64url').toString('utf8');
  if (positions[order].test(after) && toCursor(after) === cursor) return { limit, after };
  const errors = [{ pointer: 'cursor', message: 'is not a cursor of this list' }];
  throw new ProblemError('validation', 'cursor: is not a cursor of this list', { errors });
}

function toCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

function toReply<T, R>(page: Page<T>, toItem: (item: T) => R): { items: R[]; nextCursor: string | null } {
  const nextCursor = page.next === null ? null : toCursor(page.next);
  return { items: page.items.map(toItem), nextCursor };
}

/** How lists are paged: what may be asked, and what is answered. */
export const paging = { query, pageOf, toRequest, toReply };
