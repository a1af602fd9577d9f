import type { Channel } from '../monitor/wire-types.ts';
import { Title } from '../page/title.tsx';
import { ChannelCard } from './channel-card.tsx';
import { lookOfChannel } from './look-of-channel.ts';

/** `#/channels`: where messages go, and whether they arrive. */
export function ChannelsView({ channels }: { channels: readonly Channel[] }) {
  const sick = channels.filter((channel) => ['Down', 'Degraded'].includes(lookOfChannel(channel).status));
  return (
    <>
      <Title>{headlineOf(channels.length, sick.length)}</Title>
      <p class="under">
        <span>
          Where messages go. Channels are configured in <code>monitor.yaml</code>; here is how they do.
        </span>
      </p>
      {channels.length === 0 ? (
        <p class="empty">
          There is no channel, so nobody is told of an outage. Name one in <code>monitor.yaml</code>.
        </p>
      ) : (
        <ul class="cards wide" aria-label="Channels">
          {channels.map((channel) => (
            <ChannelCard key={channel.channelId} channel={channel} />
          ))}
        </ul>
      )}
    </>
  );
}

function headlineOf(all: number, sick: number): string {
  if (all === 0) return 'Channels';
  if (sick === 0) return all === 1 ? '1 channel' : `${all} channels`;
  return `${sick} of ${all} ${all === 1 ? 'channel' : 'channels'} ${sick === 1 ? 'fails' : 'fail'}`;
}
