import { z } from 'zod';
import { hasHiddenCharacters } from './hidden-characters.ts';

/** No control, bidirectional or half characters: they can make a text look like another one. */
const clean = /^[^\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u;
const unclean = 'contains control or bidirectional characters';

/** Text for people and programs. */
function plainText(longest: number) {
  return z.string().max(longest).regex(clean, unclean);
}

/** The same with line breaks, where people write to people. */
const cleanLines = /^(?:\n|[^\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])*$/u;
function plainLines(longest: number) {
  return z.string().max(longest).regex(cleanLines, unclean);
}

const longestName = 128;

/**
 * A name of a service or an environment, in any script, in the one form that Unicode calls NFC. Spaces around it are
 * not part of it; line ends are not spaces.
 */
const name = z
  .string()
  .regex(clean, unclean)
  .meta({ minLength: 1, maxLength: longestName })
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .refine((text) => [...text].length <= longestName, `may have at most ${longestName} characters`)
      .refine((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), 'must have a visible character')
      .refine((text) => !hasHiddenCharacters(text), 'contains invisible characters'),
  );

/** A pattern that names are matched with, in their form. */
const glob = z
  .string()
  .regex(clean, unclean)
  .transform((text) => text.normalize('NFC'))
  .pipe(
    z
      .string()
      .refine((text) => [...text].length <= longestName, `may have at most ${longestName} characters`),
  );

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

export const text = { plain: plainText, lines: plainLines, name, glob, uuid, time };
