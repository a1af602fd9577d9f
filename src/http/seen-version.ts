import { ProblemError } from './problem-error.ts';

/** The version in `If-Match`; null: any. What no version of ours looks like is one that nothing has. */
function optional(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '*') return null;
  return /^(?:W\/)?"([^"]*)"$/.exec(header.trim())?.[1] ?? '';
}

/** Which version somebody has seen of what is to be changed. */
export const seenVersion = {
  optional,

  required(header: string | undefined): string | null {
    if (header !== undefined) return optional(header);
    throw new ProblemError(
      'precondition-required',
      'Send the ETag of what you read as If-Match, so that you overwrite nothing that you did not see; * overwrites.',
    );
  },
} as const;
