import type { ProblemCode, ProblemDetail } from './problem.ts';

/** Thrown in a route or hook to answer with a problem. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly errors: ProblemDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: ProblemDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}
