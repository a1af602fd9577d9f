import { z } from 'zod';
import type { ProblemDetail } from '../problem.ts';

/** What of a body was ignored, and why; the field is absent when nothing was. */
export const warningsSchema = z
  .array(z.object({ pointer: z.string(), message: z.string() }))
  .optional()
  .meta({ description: 'What of the body was ignored, and why; absent when nothing was.' });

export type Warning = ProblemDetail;

/** So many fields are named, so that an answer stays small whatever was sent. */
const mostNamed = 8;

/** What a field may be called so that a pointer names it. */
const plainName = /^[\w.$-]{1,64}$/;

/** One warning for each field that is not known here. */
export function unknownFieldWarnings(names: readonly string[]): Warning[] {
  const warnings = names.slice(0, mostNamed).map((name) => ({
    pointer: plainName.test(name) ? `/${name}` : '',
    message: 'is unknown and was ignored',
  }));
  const rest = names.length - warnings.length;
  if (rest > 0) warnings.push({ pointer: '', message: `${rest} more fields are unknown` });
  return warnings;
}
