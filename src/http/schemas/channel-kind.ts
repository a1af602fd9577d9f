import { z } from 'zod';

const named = {
  type: z.string(),
  title: z.string().meta({ description: 'As its maker writes it.' }),
};

/** Kinds of channels, for who makes one over the API. */
export const channelKindSchemas = {
  list: z.object({
    items: z.array(z.object(named)),
    nextCursor: z.null(),
    secretKeySet: z.boolean().meta({
      description:
        'Whether this node has `MONITOR_SECRET_KEY`; without it no channel can be made or changed.',
    }),
  }),
  kind: z
    .object({
      ...named,
      summary: z.string().meta({ description: 'What it is and how to set it up, as Markdown.' }),
      schema: z.record(z.string(), z.unknown()).meta({
        description: 'JSON Schema of its fields, without those that only monitor.yaml may have.',
      }),
      secrets: z.array(z.string()).meta({
        description: 'The fields that are secret: stored encrypted as a whole, and never shown.',
      }),
    })
    .meta({ id: 'ChannelKind' }),
};
