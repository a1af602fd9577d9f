import { z } from 'zod';
import type { WantedOfChannel } from '../../actors/ports/stored-channels.ts';
import { serviceMatch } from './service-match.ts';

const enabled = z
  .boolean()
  .optional()
  .meta({ description: 'Switched off it is kept, and nothing is sent to it.' });
const match = serviceMatch.wanted.nullish().meta({
  description:
    'The services that it is told of, whatever the routes of monitor.yaml say. Null or absent: what the routes say; without routes: everything.',
});
const type = z.string().max(64).meta({ description: 'A kind of channel, as in monitor.yaml.' });

const anId = 'must be 1 to 64 characters of a-z, 0-9 and hyphen';
const id = z.string().regex(/^[a-z0-9-]{1,64}$/, anId);

const fields = 'The fields of its type stand beside these, as in monitor.yaml: see docs/channels.md.';

/** What is asked of a channel that is made over the API. The schema of its kind judges the rest. */
export const storedChannelSchemas = {
  wanted: z.looseObject({ id, type, enabled, match }).meta({ id: 'WantedChannel', description: fields }),
  replacing: z.looseObject({ id: id.optional(), type, enabled, match }).meta({
    id: 'ReplacedChannel',
    description: `${fields} A secret that is not given stays.`,
  }),
  changes: z.looseObject({ id: id.optional(), type: type.optional(), enabled, match }).meta({
    id: 'ChangedChannel',
    description: `${fields} What is not given stays; null takes a field away.`,
  }),
  /** Which version was seen. */
  headers: z.looseObject({
    'if-match': z.string().max(128).optional().meta({
      description:
        'The `ETag` of what was read, so that nobody overwrites what another changed meanwhile; `*`: any.',
    }),
  }),
  reencrypted: z
    .object({
      reencrypted: z
        .array(z.string())
        .meta({ description: 'The channels that were encrypted with another key.' }),
      locked: z.array(z.string()).meta({ description: 'Those whose key this node does not have.' }),
    })
    .meta({ id: 'ReencryptedChannels' }),
};

export type GivenChannel = z.infer<typeof storedChannelSchemas.changes>;

/** What was given, apart: the fields of the kind, and what the API adds to them. */
export function takeApart({ id: _, enabled: isEnabled, match: given, ...settings }: GivenChannel): {
  settings: Record<string, unknown>;
  wanted: WantedOfChannel;
} {
  return { settings, wanted: { isEnabled, match: given } };
}
