import { z } from 'zod';
import { isLabelName } from '../../domain/labels.ts';
import { text } from './text.ts';

const glob = text.glob.refine((given) => given !== '', 'is empty');

/** Which services something is for, as it is asked for. */
const wanted = z
  .strictObject({
    service: glob.optional(),
    environment: glob.optional(),
    labels: z
      .record(z.string().refine(isLabelName, 'is not the name of a label'), glob)
      .refine((labels) => Object.keys(labels).length <= 16, 'has more than 16 labels')
      .optional(),
  })
  .refine(
    (given) => Object.keys(given).length > 0 && Object.keys(given.labels ?? { one: '' }).length > 0,
    'is empty: name a service, an environment or labels; { "service": "*" } is everything that the API key may see',
  )
  .meta({ description: 'Globs with * and ?; all that are named must match.' });

const shown = z.object({
  service: z.string().optional(),
  environment: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
});

/** Which services something is for: as it is asked for, and as it is shown. */
export const serviceMatch = { wanted, shown };
