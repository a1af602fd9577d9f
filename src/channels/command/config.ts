import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { programFields } from '../channel-fields.ts';

const aProgram = 'must be the absolute path of a program';
const anArgument = 'must be a text of at most 1000 characters';

// The system ends a text at a zero byte.
const text = z
  .string(anArgument)
  .max(1000, anArgument)
  .refine((each) => !each.includes('\0'), anArgument);

/** A program of this machine. */
export const commandConfig = z.strictObject({
  ...programFields('command'),
  program: text.refine(isAbsolute, aProgram).meta({
    description: 'The program, with its absolute path. It is started directly, without a shell.',
    isLocalFile: true,
  }),
  arguments: z
    .array(text)
    .max(50)
    .default([])
    .meta({ description: 'Its arguments, the same each time.', secret: true }),
});
