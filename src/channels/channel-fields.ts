import { z } from 'zod';
import { channelEvents } from '../domain/channel-events.ts';
import { templateFields } from './own-words/template-fields.ts';

/** What a channel asks to be told of; without it: incidents. */
export const askedEvents = z.array(z.enum(channelEvents)).min(1);

const anId = 'must be 1 to 64 characters of a-z, 0-9 and hyphen';

/** The name that routes and delivery rows know a channel by. */
export const channelId = z.string(anId).regex(/^[a-z0-9-]{1,64}$/, anId);

const aLimit = 'must be none, or how many messages it gets: { burst: 5, perMinute: 5 }';
const count = z.int().min(1).max(1000);

/** How many messages a channel gets; more of them become a digest. Without it, as its kind says. */
export const messageLimit = z.union(
  [z.literal('none'), z.strictObject({ burst: count, perMinute: count })],
  aLimit,
);

/** The fields that every channel of people has; all but its address. */
export function channelFields<Type extends string>(type: Type) {
  return { ...programFields(type), ...templateFields };
}

/** The fields of one whose messages a program reads: it makes words of its own of what it is told. */
export function programFields<Type extends string>(type: Type) {
  return {
    id: channelId,
    type: z.literal(type),
    events: askedEvents.optional(),
    limit: messageLimit.optional(),
  };
}
