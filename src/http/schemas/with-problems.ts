import { z } from 'zod';

/** RFC 9457, as every error answers. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    errors: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

const problem = {
  description: 'A problem (RFC 9457)',
  content: { 'application/problem+json': { schema: problemSchema } },
};

/** The answers of a route, with what every route may answer beside them. */
export function withProblems<T extends Record<number, unknown>>(answers: T) {
  return { ...answers, '4xx': problem, '5xx': problem };
}
