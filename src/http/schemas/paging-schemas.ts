import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

const cursor = z
  .string()
  .max(2_048)
  .optional()
  .meta({ description: 'The `nextCursor` of the page before, of the same list and filters.' });

const query = { limit: wholeNumber(1, 200).default(50), cursor };

function pageOf<T extends z.ZodType>(item: T) {
  const nextCursor = z.string().nullable().meta({
    description:
      'Null: this is the last page. With a filter, a page may have fewer items than the limit, or none, and still not be the last.',
  });
  return z.object({ items: z.array(item), nextCursor });
}

/** How lists are paged: what may be asked, and what is answered. */
export const pagingSchemas = { query, pageOf };
