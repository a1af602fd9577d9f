import { problemSchema } from './problem-schema.ts';

const problem = {
  description: 'A problem (RFC 9457)',
  content: { 'application/problem+json': { schema: problemSchema } },
};

/** The answers of a route, with what every route may answer beside them. */
export function withProblems<T extends Record<number, unknown>>(answers: T) {
  return { ...answers, '4xx': problem, '5xx': problem };
}
