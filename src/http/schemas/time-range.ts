import { z } from 'zod';

const time = z.iso
  .datetime({ offset: true })
  .transform((value) => Date.parse(value))
  .pipe(z.number())
  .optional();

/** The two times of a query between which something is wanted. */
export const timeRange = {
  query: { from: time, to: time },

  /** For `refine`: the other way round nothing can be found, and an empty list would look like an answer. */
  isInOrder: ({ from, to }: { from?: number | undefined; to?: number | undefined }): boolean =>
    from === undefined || to === undefined || from <= to,

  outOfOrder: { path: ['to'], error: 'must not be before `from`' },
};
