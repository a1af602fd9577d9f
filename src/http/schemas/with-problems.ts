import { problemSchema } from './problem-schema.ts';

/** The answers of a route, with what every route may answer beside them. */
export function withProblems<T extends Record<number, unknown>>(answers: T) {
  return { ...answers, '4xx': problemSchema, '5xx': problemSchema };
}
