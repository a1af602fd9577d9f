import { z } from 'zod';

const anId = 'must be 1 to 64 characters of a-z, 0-9 and hyphen';

/** The name that routes and delivery rows know a channel by. */
export const channelId = z.string(anId).regex(/^[a-z0-9-]{1,64}$/, anId);
