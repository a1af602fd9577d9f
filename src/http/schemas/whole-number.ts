import { z } from 'zod';

/**
 * A number of a query, in digits alone: `Number` would also take `1e1`, `+5`, ` 5` and the empty text, which are more often
 * mistakes than meant so.
 */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((given) => /^-?\d{1,9}$/.test(given), 'must be a whole number such as 30')
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .meta({ type: 'integer', minimum: least, maximum: most });
}
