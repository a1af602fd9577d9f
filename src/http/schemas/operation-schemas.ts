import { z } from 'zod';

/** What the routes for machines answer. */
export const operationSchemas = {
  liveness: z.object({ status: z.literal('ok') }),
  readiness: z.object({ status: z.enum(['ready', 'not ready']), reason: z.string().optional() }),
  version: z.object({ version: z.string(), roles: z.array(z.string()) }),
};
