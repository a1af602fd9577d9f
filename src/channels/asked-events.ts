import { z } from 'zod';
import { channelEvents } from '../domain/channel-events.ts';

/** What a channel asks to be told of; without it: incidents. */
export const askedEvents = z.array(z.enum(channelEvents)).min(1);
