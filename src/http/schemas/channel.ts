import { z } from 'zod';

/** Channels as they are shown: nothing of what is in them. */
export const channelSchemas = {
  list: z.object({
    items: z.array(
      z
        .object({ channelId: z.string(), type: z.string() })
        .meta({ id: 'Channel', description: 'Where messages go; its addresses and secrets are not shown.' }),
    ),
    nextCursor: z.null(),
  }),
  test: z
    .object({
      channelId: z.string(),
      type: z.string(),
      result: z.enum(['sent', 'failed']),
      permanent: z.boolean().nullable().meta({ description: 'Whether trying again would help.' }),
      reason: z.string().nullable(),
      tookMs: z.int(),
    })
    .meta({ id: 'ChannelTest' }),
};
