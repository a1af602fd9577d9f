import { z } from 'zod';

const mostKeys = 64;
const longestKey = 64;
const largestBytes = 16 * 1024;

/** Free metadata: any JSON values under at most 64 keys, 16 KiB in all. */
export const metadataSchema = z
  .record(z.string().max(longestKey), z.unknown())
  .refine((metadata) => Object.keys(metadata).length <= mostKeys, `may have ${mostKeys} keys`)
  .refine(
    (metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= largestBytes,
    `may have ${largestBytes / 1024} KiB`,
  )
  .meta({
    description: `Any JSON values; at most ${mostKeys} keys of ${longestKey} characters, 16 KiB in all.`,
  });
