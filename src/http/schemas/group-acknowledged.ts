import { z } from 'zod';
import { incidentSchema } from './incident.ts';

/** What became of the incidents of an outage group that somebody acknowledged. */
export const groupAcknowledgedSchema = z.object({
  outageGroupId: z.string(),
  cause: z.string(),
  acknowledged: z.array(incidentSchema).meta({
    description: 'The incidents that are open, as they are now; as far as the API key may act on them.',
  }),
  refused: z
    .array(z.object({ incidentId: z.string(), reason: z.string() }))
    .meta({ description: 'Open incidents that could not be acknowledged.' }),
});
