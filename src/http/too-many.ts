import { ProblemError } from './problem-error.ts';

/** 429, with the time after which the next request is let through. */
export function tooMany(why: string, waitMs: number, headers: Record<string, string> = {}): ProblemError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ProblemError('rate-limited', `${why} Try again after ${seconds} s.`, {
    headers: { ...headers, 'retry-after': String(seconds) },
  });
}
