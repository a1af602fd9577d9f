import { z } from 'zod';

/** The name that routes and delivery rows know a channel by. */
export const channelId = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 characters of a-z, 0-9 and hyphen');
