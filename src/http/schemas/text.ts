import { z } from 'zod';

/** No control, bidirectional or half characters: they can make a text look like another one. */
const clean = /^[^\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u;
const unclean = 'contains control or bidirectional characters';

/** Text for people and programs. */
function plainText(longest: number) {
  return z.string().max(longest).regex(clean, unclean);
}

/** A name of a service or an environment; spaces around it are not part of it, line ends are not spaces. */
const name = z
  .string()
  .regex(clean, unclean)
  .trim()
  .min(1)
  .max(128)
  .regex(/^[\p{L}\p{N}._\-/: ]+$/u, 'may contain letters, digits, spaces and . _ - / : only');

/** A UUID of ours, lower-cased before it is used: one instance has one spelling. */
const uuid = z
  .string()
  .regex(
    /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/,
    'is not a UUID',
  )
  .meta({ format: 'uuid' })
  .transform((text) => text.toLowerCase())
  .pipe(z.string());

const time = z.string().meta({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds' });

export const text = { plain: plainText, name, uuid, time };
