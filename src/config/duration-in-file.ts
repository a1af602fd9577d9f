import { z } from 'zod';
import { parseDuration } from '../domain/duration.ts';

const aDuration = 'must be a duration such as 250ms, 30s, 2m or 6h';

/** A length of time in `monitor.yaml`, in milliseconds; not 0. */
export const durationInFile = z.string(aDuration).transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== null && ms > 0) return ms;
  context.addIssue({ code: 'custom', message: aDuration });
  return z.NEVER;
});
