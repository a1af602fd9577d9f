import { channelTrouble } from './channel-trouble.ts';
import type { ChannelVitals } from './channel-vitals.ts';

/** A time in which a channel fails, while the monitor is impaired. */
export interface ChannelEpisode {
  channelId: string;
  sinceMs: number;
  detail: string;
  /** Who was told of it by a message of its own; none: the beginning of the impairment told it. */
  toldChannelIds: string[];
}

/** The channels that began to fail and those that work again, compared with the episodes known so far. */
export function channelEpisodes(
  known: readonly ChannelEpisode[],
  channels: readonly ChannelVitals[],
): {
  begun: { channelId: string; detail: string; forMs: number }[];
  lasting: ChannelEpisode[];
  over: ChannelEpisode[];
} {
  const stillFails = ({ channelId }: ChannelEpisode) =>
    channels.some((channel) => channel.channelId === channelId && channelTrouble(channel, true) !== null);
  const begun = channels.flatMap((channel) => {
    const { channelId } = channel;
    if (known.some((episode) => episode.channelId === channelId)) return [];
    const trouble = channelTrouble(channel, false);
    return trouble === null ? [] : [{ channelId, ...trouble }];
  });
  return {
    begun,
    lasting: known.filter(stillFails),
    over: known.filter((episode) => !stillFails(episode)),
  };
}
