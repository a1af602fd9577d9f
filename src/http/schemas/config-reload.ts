import { z } from 'zod';

const nodeReload = z
  .object({
    node: z.string().meta({ description: 'The host of the node and its process id.' }),
    result: z.enum(['changed', 'unchanged', 'refused', 'no-answer']),
    changes: z.array(z.string()).meta({ description: 'What differs from the settings of before.' }),
    errors: z.array(z.string()).meta({
      description: 'Why the file was refused: the settings of before stay in use.',
    }),
  })
  .meta({ id: 'NodeReload' });

/** What each node did when it was asked to read monitor.yaml again. */
export const configReloadSchema = z.object({ nodes: z.array(nodeReload) });
